from broken import fine


def helper() -> int:
    return fine.missing


VALUE = helper()
