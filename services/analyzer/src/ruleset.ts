/** Changes with every change to a check's criteria or weight: a report stores it, so that old scores stay explainable. */
export const ruleset = '2026-11-24.2'
