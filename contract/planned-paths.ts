/** Paths of screens that are specified and not built yet. A path leaves the list when `screens.ts` gets it. */
export const plannedPaths: readonly string[] = [
  ...[
    'dashboard', 'summary',
  ].map((path) => `/remittances/${path}`),
] // prettier-ignore
