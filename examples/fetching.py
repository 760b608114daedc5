"""Asynchronous code: coroutines are run to their end, and time spent sleeping passes at once."""

import asyncio


async def first_answer(delays: list[int]) -> int:
    """Return the shortest delay; the bug: nobody answers if nobody is asked."""

    async def answer(delay: int) -> int:
        await asyncio.sleep(min(abs(delay), 60))
        return delay

    tasks = [asyncio.create_task(answer(delay)) for delay in delays[:8]]
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    return done.pop().result()


async def retry(attempts: int) -> str:
    """Try up to three times; the bug: with no attempt there is no answer."""
    for attempt in range(min(attempts, 3)):
        await asyncio.sleep(attempt)
        answer = f"after {attempt}"
    return answer
