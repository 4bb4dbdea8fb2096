"""How pages show features for which they have no words of their own."""

from __future__ import annotations

from tamaya.features import features
from tamaya.web.maps.protocol import FeatureWords


def feature_words(*names: str) -> dict[str, FeatureWords]:
    """Labels and descriptions of features by name; of all features if no name is given."""
    return {
        feature.name: FeatureWords(feature.label, feature.description)
        for feature in features(*names)
    }
