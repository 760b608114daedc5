"""The results of campaign trials in a file, as `record` keeps them."""

from __future__ import annotations

from fuzzwright.experiments.campaigns import CampaignResult, CampaignTrial, result_from
from fuzzwright.experiments.record import RecordOf


class CampaignRecord(RecordOf[CampaignTrial, CampaignResult]):
    """Results of campaigns."""

    wrong = "this is no trial of a campaign"
    fix = "remove the line, or name another file"
    read = staticmethod(result_from)
