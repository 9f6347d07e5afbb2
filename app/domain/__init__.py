"""The engine every rulebook runs on. Pure: standard library and annotated_types only."""
