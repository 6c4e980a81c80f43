import type { Screen } from './screens.ts'

/** The screens of reconciliation. */
export const reconScreens = {
  /**
   * What became of the records of a pair: the flow chart and, by `tab`, the records themselves, whose state is the list's own. `days` are
   * those chosen last where the address has none.
   */
  reconDashboard: {
    path: '/reconciliation/dashboard',
    access: 'reconDashboard',
    menu: { group: 'reconciliation', order: 2 },
    acting: 'screen',
    search: 'all',
  },
  /** One record, by `ref`, with the evidence of what became of it. */
  reconRecord: {
    path: '/reconciliation/dashboard/details',
    access: 'reconDashboard',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
  /**
   * What somebody has to look at, and on `tab` what waits for a second person; the rest is the list's own state.
   */
  reconExceptions: {
    path: '/reconciliation/exceptions',
    access: 'reconData',
    menu: { group: 'reconciliation', order: 3 },
    acting: 'screen',
    search: 'all',
  },
  /** One exception, by `ref`; the rest is the state of the list in which the next one is found. */
  reconException: {
    path: '/reconciliation/exceptions/details',
    access: 'reconData',
    acting: 'object',
    search: 'all',
    linked: true,
  },
  reconSettlements: {
    path: '/reconciliation/settlements',
    access: 'reconData',
    menu: { group: 'reconciliation', order: 4 },
    acting: 'screen',
    search: 'all',
  },
  /** One settlement, by `settlement_id`: `tab` of it, and of its lines the list's own state. */
  reconSettlement: {
    path: '/reconciliation/settlements/details',
    access: 'reconData',
    acting: 'object',
    search: 'all',
    linked: true,
  },
  reconRuns: {
    path: '/reconciliation/runs',
    access: 'reconData',
    menu: { group: 'reconciliation', order: 7 },
    acting: 'screen',
    search: 'all',
  },
  /** One run, by `run_id`. */
  reconRun: {
    path: '/reconciliation/runs/details',
    access: 'reconData',
    acting: 'object',
    search: ['run_id', 'merchant'],
    linked: true,
  },
  /** The records of which two runs, `run` and `other`, say different things. */
  reconRunChanges: {
    path: '/reconciliation/runs/compare',
    access: 'reconData',
    acting: 'screen',
    search: 'all',
    linked: true,
  },
  /** Where files come in. `channel` is chosen already. */
  reconData: {
    path: '/reconciliation/data',
    access: 'reconData',
    menu: { group: 'reconciliation', order: 0 },
    acting: 'screen',
    search: ['channel'],
  },
  reconFiles: {
    path: '/reconciliation/data/list',
    access: 'reconData',
    menu: { group: 'reconciliation', order: 1 },
    acting: 'screen',
    search: 'all',
  },
  /** One file: `tab` of it, and of its rows a `bucket` and the list's own state; `row` is one whose versions are shown. */
  reconFile: {
    path: '/reconciliation/data/details',
    access: 'reconData',
    acting: 'object',
    search: 'all',
    linked: true,
  },
  /** Channels, mappings, matching rules, fees, tolerance, intake, calendar and switches, each a `tab`. */
  reconConfiguration: {
    path: '/reconciliation/configuration',
    access: 'reconConfiguration',
    menu: { group: 'reconciliation', order: 9 },
    acting: 'screen',
    search: 'all',
  },
  /** Charged against agreed: sums, rows (`tab`) and claims. */
  reconFees: {
    path: '/reconciliation/fees',
    access: 'reconDashboard',
    menu: { group: 'reconciliation', order: 5 },
    acting: 'screen',
    search: 'all',
  },
  /** Figures of one currency: `days`, `currency` and `channel` chosen. */
  reconAnalytics: {
    path: '/reconciliation/analytics',
    access: 'reconAnalytics',
    menu: { group: 'reconciliation', order: 6 },
    acting: 'screen',
    search: ['days', 'currency', 'channel'],
  },
  /** Reports that were made, and on `tab` those that are made again and again. */
  reconReports: {
    path: '/reconciliation/reports',
    access: 'reconReports',
    menu: { group: 'reconciliation', order: 8 },
    acting: 'screen',
    search: ['tab', 'page'],
  },
} as const satisfies Record<string, Screen>
