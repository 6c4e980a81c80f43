/** Limits and times of reconciliation and fees, as in `limits.ts`, of which they are a part. */
export const reconLimits = {
  /** Files of reconciliation: sent at once, waiting in one environment, their rows, columns, the bytes of a sealed part. */
  reconFilesAtOnce: 20,
  reconFilesWaiting: 2_000,
  reconRows: 5_000_000,
  reconColumns: 500,
  reconPartBytes: 1024 * 1024,
  /** Of the largest file, however it comes. */
  reconFileBytes: 512 * 1024 * 1024,

  /** Sources of records of one merchant in one environment, their mappings, versions of one mapping, and days of the calendar. */
  reconSources: 100,
  reconMappings: 500,
  reconMappingVersions: 1_000,
  reconHolidays: 2_000,

  /** The rows of a sample that are shown, and the time for finding its layout and its formats. */
  reconSampleShown: 50,
  reconSampleMs: 20_000,
  /** After this a sample is not counted to its end. */
  reconSampleWholeMs: 10_000,

  /** Rules of a pair, versions of them, and dry runs of one merchant that wait. */
  reconRules: 50,
  reconRuleVersions: 1_000,
  reconDryRunsWaiting: 10,

  /** Exceptions that one act decides, and records on each side of a match. */
  reconDecidedAtOnce: 5_000,
  reconMatchedOnSide: 200,
  /** Records that one mail to a provider asks about. */
  reconAskedAtOnce: 100,
  /** Sheets of exceptions that came back: shown at most, and the days for which checks alone are kept. */
  reconSheetsShown: 50,
  reconSheetCheckDays: 7,
  /** Settlements that one act closes or reopens, as each of them is posted. */
  reconSettlementsDecidedAtOnce: 20,

  /** Fee plans of a merchant in an environment, those of one request, and the rows of a claim. */
  feePlans: 2_000,
  feePlansAtOnce: 100,
  feeClaimRows: 1_000,
} as const
