/** Limits and times of payouts, virtual accounts and beneficiaries, as in `limits.ts`, of which they are a part. */
export const payoutLimits = {
  /** Rules of a merchant, levels of a rule, and people of a level that lets payouts go. */
  payoutRules: 100,
  payoutLevels: 5,
  payoutApprovers: 5,
  /** Payouts that one code lets go, how long it is good, its tries, those of a user in an hour, and the pause before the next code. */
  payoutsAtOnceByCode: 1_000,
  payoutCodeMinutes: 10,
  payoutCodeTries: 5,
  payoutCodeTriesAnHour: 10,
  payoutCodePauseSeconds: 60,
  /** The newest payouts that a backtest of such rules looks at. */
  payoutBacktest: 5_000,
  payoutBacktestDays: 90,
  /** Limits of what may leave, of one merchant in an environment. */
  payoutLimits: 200,

  /** Payouts of one request, and of one payout its recipients of advice and how far ahead it may leave. */
  payoutsAtOnce: 100,
  payoutRecipients: 5,
  payoutDaysAhead: 366,
  payoutRemarksLength: 140,
  payoutMessageLength: 500,
  payoutReasonLength: 200,
  /** Rows of one sheet of payouts. While its upload waits, so many milliseconds are spent on making them; a job makes the others. */
  payoutSheetRows: 10_000,
  payoutSheetWaitMs: 5_000,
  /** Rows with errors that an answer shows; the result sheet has all. */
  payoutSheetErrorsShown: 200,
  payoutSheetPreview: 5,
  payoutBatchesShown: 50,
  /** How long what a sheet says is kept once it is over, and after a check alone. */
  payoutBatchDays: 90,
  payoutCheckDays: 7,
  payoutFigureDays: 366,
  /** Days after which a payout that nobody touched is cancelled, and how many before that people are told. */
  payoutUntouchedDays: 90,
  payoutToldDays: 7,
  /** The hours in which the same amount to the same account asks for a reason. */
  payoutDuplicateHours: 72,
  /** The age of a queued payout that no newer one passes, and of one at the provider of which people are told. */
  payoutQueueHours: 24,
  payoutUnknownHours: 24,
  /** Payouts of one file for a bank, and lines of one answer; the files and the waiting lines that are shown. */
  bankFilePayouts: 1_000,
  bankAnswerLines: 5_000,
  bankFilesShown: 50,
  bankLinesShown: 100,

  /** Virtual accounts of one merchant in an environment, and the days that a forecast looks ahead. */
  virtualAccounts: 50,
  forecastDays: 30,
  /** What a test deposit is at most, in minor units. */
  testDepositMinor: 1_000_000_000n,

  /** How long nothing is paid to a new or changed account in live mode, unless the merchant sets another time, and the longest. */
  accountWaitHours: 24,
  accountWaitHoursMost: 72,
  /** Within which whoever changed an account is a maker of what is paid to it. */
  accountChangeHours: 72,
  /** The age at which the check of an account's name counts no more. */
  nameCheckDays: 90,
  /** How long the bank is waited for, and how often it is asked again later. */
  nameCheckMs: 8_000,
  nameChecks: 5,
  /** Accounts of one beneficiary. */
  beneficiaryAccounts: 20,
  beneficiaryNameLength: 140,
} as const
