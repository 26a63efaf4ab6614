// Limits of the feature. docs/limits.md mirrors them.

export const waitLimits = {
  /** Characters of a reason after white space was collapsed. */
  reasonCharactersMax: 500,
} as const
