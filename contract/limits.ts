import { payoutLimits } from './limits-of-payouts.ts'
import { reconLimits } from './limits-of-recon.ts'

/** Limits and times, each stated once; the unit is in the name. */
export const limits = {
  pageSize: 10,
  pageSizeMost: 100,
  /** A page number beyond this many rows is refused; further pages need a cursor. */
  pageRowsMost: 10_000,
  /** Totals are counted up to this number, with `total_capped` beyond. */
  countMost: 10_000,
  searchLength: 200,
  /** Merchants that a master may ask about at once. */
  merchantsAtOnce: 500,
  /** Concurrent exports of one merchant, on all machines together. */
  exportsAtOnce: 2,
  exportColumns: 60,
  /** The rows above which the console has an export prepared in the background. */
  exportDirectRows: 50_000,
  /** Exports of one user that wait or are being prepared. */
  exportsWaiting: 5,
  /** The bytes of one part of a prepared file, of the whole file and of all files of a merchant. */
  exportPartBytes: 1024 * 1024,
  exportFileBytes: 512 * 1024 * 1024,
  exportBytes: 2 * 1024 * 1024 * 1024,
  /** How long a prepared file can be downloaded, and its row is listed. */
  exportDays: 7,
  exportListedDays: 90,
  /** Schedules of one merchant, and the users that one is for beside its author. */
  exportSchedules: 50,
  exportRecipients: 20,
  /** The beginnings of an export after which it has failed. */
  exportRuns: 5,
  /** Saved views of one sub-user, over all lists. */
  views: 50,

  bodyBytes: 256 * 1024,
  /** The size of one uploaded file; `uploadFormBytes` is the rest of its form. */
  uploadBytes: 20 * 1024 * 1024,
  uploadFormBytes: 64 * 1024,
  uploadTimeoutMs: 120_000,
  /** Pictures of pages of one merchant in one environment, and the longest edge of one, in pixels. */
  pagePictures: 2_000,
  pagePicturePixels: 1_600,
  /** The time for an order of a page until its first attempt, after one that failed, and in all. */
  orderMinutes: 5,
  orderRetryMinutes: 15,
  orderMinutesMost: 120,
  /** Units that orders without an attempt may hold from one address: so many, or the part of the free units. */
  unitsHeld: 10,
  unitsHeldPart: 10,
  /** The time between two messages with the same page's address to the same person. */
  pageSharedSeconds: 60,
  /** The time before a page expires at which people are told. */
  pageExpiryToldDays: 3,
  /** Concurrent uploads of one process. */
  uploads: 4,
  logoBytes: 1024 * 1024,
  logoPixels: 256,
  /** Logos of one merchant; old ones are kept, since links show the logo that they were created with. */
  logosPerMerchant: 100,
  idempotencyKeyLength: 255,
  requestTimeoutMs: 10_000,

  toastMs: 5_000,
  chunkTimeoutMs: 120_000,
  webhookRefetchMs: 1_000,

  /** Calls of one merchant's servers in ten seconds, for each API process. */
  serverCalls: 400,
  /** The days that calls of merchants' servers are kept. */
  apiLogDays: 7,
  /** Server keys of one merchant in one environment, and the networks of one key. */
  serverKeys: 50,
  serverKeyNetworks: 20,
  /** The lifetime of a token that a merchant's server signs, and the tolerance for its clock. */
  serverTokenSeconds: 3_600,
  /** The lifetime of a token that a merchant's server gets for its secret, how many of them are good at once, and wrong tries of an address. */
  authTokenSeconds: 21_600,
  authTokens: 100,
  authTokenFailuresPerMinute: 5,
  /** How long an initiated payment waits for its provider's first word. */
  firstWordMs: 8_000,
  /** For so long a refund that is asked for again in the same words, without an Idempotency-Key, is the first one. */
  sameRefundSeconds: 60,
  serverClockSeconds: 60,

  sessionHours: 12,
  /** The idle time after which a session is locked; the console warns before. */
  sessionIdleMinutes: 15,
  sessionIdleWarningSeconds: 60,
  /** The age of a proof of identity beyond which a call with `stepUp` asks for another. */
  stepUpMinutes: 5,
  rememberedDays: 30,
  resetLinkMinutes: 30,
  verifyLinkHours: 24,
  setUpLinkHours: 24,
  invitationDays: 7,
  /** Users of one merchant, in all states. */
  usersPerMerchant: 500,
  /** People whom the console invites in one go; below the rate limit of the call. */
  invitedAtOnce: 50,
  /** Attempts of one merchant in an hour to use an address that is taken, for each API process. */
  takenAddressesPerHour: 10,
  inviteLinkDays: 7,
  kycLinkDays: 30,
  /** Merchants of one master, active or not. */
  subMerchants: 2_000,
  /** Open invites of one master. */
  openInvites: 200,
  /** Merchants that one request may add or remove. */
  merchantsMoved: 100,
  kycDocuments: 12,
  /** The least time between two links to the same address. */
  linkAgainSeconds: 60,
  /** The time for the second factor of a sign-in, and for the first code of a set-up. */
  signInChallengeMinutes: 5,
  twoStepSetUpMinutes: 15,
  /** Wrong codes of an app before codes are locked; the lock starts short and doubles each time, up to a maximum. */
  codeTries: 5,
  codeLockMinutes: 15,
  codeLockMinutesMost: 480,
  recoveryCodes: 10,
  /** The number of remaining recovery codes at which the user is warned. */
  recoveryCodesFew: 3,
  passkeysPerUser: 10,
  passkeyNameLength: 60,
  /** The time for a sign-in at the provider, and then for linking the identity. */
  ssoAttemptMinutes: 10,
  ssoProofMinutes: 15,
  /** The time-out of a provider's answer, and its maximum size. */
  ssoAnswerMs: 2_500,
  ssoAnswerBytes: 256 * 1024,
  /** Refused single sign-ons of one merchant in the audit log, for each API process. */
  ssoRefusalsPerMinute: 120,
  /** The tolerance for a provider's clock. */
  ssoClockSeconds: 60,
  /** Known devices of one user, whose sign-ins cause no notification. */
  knownDevices: 30,
  knownDeviceDays: 400,
  signInFailures: 10,
  signInLockMinutes: 30,
  /** Failed sign-ins of one user from all addresses, after which only addresses with an earlier sign-in may try. */
  signInFailuresEverywhere: 100,

  refundReasonLength: 200,
  refundNoteLength: 500,
  refundBatchRows: 5_000,
  /** The time in which a confirmed refund batch can be cancelled. */
  refundBatchWindowMinutes: 60,
  /** The evidence of a manual outcome. */
  evidenceLength: 500,

  /** The least time between two messages of a link by one way. */
  linkSentSeconds: 60,
  linkExpiryHoursMost: 8_760,
  /** Attempts to pay one payable; a card tester gets no further. */
  attempts: 20,
  /** Slips of one payment. */
  slipsPerPayment: 5,

  /** The bytes of a mail's attachments together; what goes beyond is left out. */
  attachmentBytes: 5 * 1024 * 1024,
  /** The time that notifications are kept, and the least time between mails of one kind to a person. */
  notificationDays: 180,
  notificationMailMinutes: 10,
  /** Concurrent event streams of one user and of one process. */
  streamsPerUser: 10,
  streams: 2_000,
  /** The time of failing after which users are notified of a webhook. */
  webhookToldMinutes: 60,

  ticketSubjectLength: 120,
  ticketTextLength: 5_000,
  ticketMessages: 200,
  /** Tickets of one user in 24 hours. */
  ticketsPerDay: 20,
  ticketFilesAtOnce: 5,
  ticketFiles: 40,
  /** Uploaded files of one user that belong to no message yet. */
  ticketFilesWaiting: 10,

  /** Routing rules of one merchant, the channels of one rule, and the largest weight of a channel. */
  routingRules: 100,
  routingChannels: 20,
  routingWeight: 1_000,
  /** The last place of a rule. */
  positionMost: 1_000,
  /** Attempts that follow one another by failover without the shopper, and the time in which they begin. */
  failovers: 3,
  failoverSeconds: 20,
  /** Failures by the provider's fault, of the tries of some minutes, after which a channel rests. */
  restTries: 10,
  restTriesMost: 200,
  restMinutes: 5,
  /** The first rest of a channel; each further one is twice as long, up to the most. */
  restSeconds: 60,
  restSecondsMost: 900,
  /** The longest period of a backtest, the payments that it looks at, the latest ones, and the backtests that are kept. */
  backtestDays: 366,
  backtestPayments: 500_000,
  backtests: 20,
  /** The runs after which a backtest has failed. */
  backtestRuns: 5,
  /** Payments of one kind below which their share of success says too little. */
  backtestEnough: 30,
  /** Rows of a backtest's table. */
  backtestCells: 200,
  /**
   * Ended payments of each arm of a roll-out before the arms are compared, the time between two comparisons, and the z beyond
   * which a difference is taken for more than chance: one in a hundred either way by chance alone.
   */
  rolloutEnded: 200,
  rolloutHours: 1,
  rolloutZ: 2.58,
  /** The longest rest that a person begins: a day. */
  handRestMinutes: 1_440,
  restReasonLength: 200,
  /** The latest payments of a day by which the health of channels is told, and the beginnings and ends of rests. */
  healthPayments: 20_000,
  healthEvents: 50,
  /** The time before an authorisation lapses at which people are told. */
  lapseToldHours: 24,
  /** Connected channels of one merchant in an environment, and those of one channel of the catalogue. */
  channels: 50,
  connections: 5,
  /** The characters of one credential, and of all of a channel. */
  credentialLength: 4_096,
  credentialsLength: 16_384,
  /** The time that a provider has to answer about credentials. */
  credentialsTestMs: 7_000,
  /** How often a provider is asked about one onboarding while people look at it, and how long the address of its page is good. */
  onboardingAskSeconds: 10,
  onboardingLinkHours: 24,
  /** Channels that one request imports, the values of one credential to choose from, and what a source has at most. */
  importedAtOnce: 10,
  importValues: 20,
  importSourceBytes: 256 * 1024,
  /** The time that a source of credentials has to answer. */
  importSourceMs: 2_000,
  /** The time after which an address of call-backs that was replaced is taken away at the provider. */
  callbackOverlapHours: 24,
  /** The days for which a payment counts as refundable where its provider names no limit. */
  refundDaysUnknown: 365,
  /** Bounds of one way to pay, and instalment plans of one channel. */
  wayLimits: 60,
  instalmentPlans: 100,
  /** Ways of channels that one request sets in a country. */
  countryMethods: 100,

  webhooksPerMerchant: 20,
  /** Headers of the merchant's own that go with a webhook. */
  webhookHeaders: 5,
  /** Test events of one webhook in a minute, and the time for the answer to one. */
  webhookTestsPerMinute: 6,
  webhookTestTimeoutMs: 10_000,
  /** The age of a webhook beyond which receivers refuse it, by Standard Webhooks. */
  webhookToleranceSeconds: 300,
  /** Signatures that a user may check in the playground in a minute. */
  signatureChecksPerMinute: 30,
  /** Days that events and their attempts are kept. */
  webhookLogDays: 30,
  /** Deliveries of one replay, those that it sends in a second, and that wait for their first attempt at once. */
  webhookReplayMost: 10_000,
  webhookReplaysPerSecond: 20,
  webhookReplayWaiting: 40,
  /** The time of failures only after which a replay stops. */
  webhookReplayFailingMinutes: 3,
  webhookTimeoutMs: 15_000,
  webhookReadBytes: 64 * 1024,
  /** The time in which a merchant's server answers whether a payment is captured. */
  confirmationTimeoutMs: 10_000,
  /** How long it may be too busy to be asked. */
  confirmationWaitMinutes: 10,
  /** Characters of its words for the shopper. */
  confirmationReasonLength: 200,
  /** Characters of its answer that are kept. */
  confirmationNoteLength: 2_000,
  /** The time of failing after which a webhook is switched off. */
  webhookFailingDays: 5,
  webhookSecretOverlapHours: 24,
  resendSeconds: 10,

  /** Lines, additional costs and reminders of one invoice, and the bytes of a request with so many lines. */
  invoiceLines: 2_000,
  invoiceCosts: 20,
  invoiceReminders: 6,
  invoiceBodyBytes: 2 * 1024 * 1024,
  invoiceTemplates: 50,
  /** The length of an invoice number, given or drawn. */
  invoiceNumberLength: 30,
  /** The days in which a voided invoice can be brought back. */
  unvoidDays: 30,
  /** The least time between two messages of one kind about an invoice by one way. */
  invoiceSentSeconds: 60,
  /** The least time between two reminders of an invoice, and the age beyond which a missed one is skipped. */
  reminderHours: 24,
  reminderDaysMost: 7,
  /** Further recipients of an invoice. */
  invoiceRecipients: 5,
  /** Rows and invoices of one sheet, and the invoices above which a job makes them. */
  invoiceSheetRows: 20_000,
  invoiceSheetInvoices: 5_000,
  invoiceSheetAtOnce: 500,
  /** Invoices that one act of the list is about, and that one file of documents holds. */
  invoicesAtOnce: 500,
  /** How long a file of documents can be had, and the time after which its author is told of it who has not taken it. */
  invoiceArchiveDays: 7,
  invoiceArchiveToldSeconds: 20,
  /** How long a sheet of invoices can be looked at. */
  invoiceBatchDays: 90,

  subscriptionNotes: 20,
  subscriptionCosts: 20,
  subscriptionQuantity: 1_000_000,
  /** The most paid periods that a subscription counts to. */
  subscriptionCount: 10_000,
  /** The days until a link that nobody used expires, and the most that may be said. */
  subscriptionLinkDays: 30,
  subscriptionLinkDaysMost: 365,
  /** How far ahead a subscription may start. */
  subscriptionStartDays: 731,
  subscriptionMetricDays: 366,
  payoutFigureDays: 366,
  /** Charges to come that are shown. */
  subscriptionUpcoming: 12,
  /** The links by which customers see to their subscriptions, the sessions that those open, and how often a page sends a new one. */
  manageLinkDays: 7,
  manageSessionMinutes: 30,
  manageLinkAgainMinutes: 10,
  testClocks: 10,

  /** Rows of one sheet of others' transactions, and the size above which a job loads it. */
  thirdPartyRows: 100_000,
  thirdPartyAtOnceBytes: 256 * 1024,
  /** The errors of one sheet that are kept; the number of its rows with errors is exact. */
  thirdPartyErrors: 20_000,
  /** Rows of a sheet that are shown before it is loaded. */
  thirdPartyPreview: 10,
  thirdPartyUploadsShown: 50,
  thirdPartySourcesShown: 200,
  /** How long a sheet that was only checked, or refused, can be looked at. */
  thirdPartyCheckDays: 7,
  testClockSubscriptions: 20,

  /** Alerts of one merchant in an environment, the users that one tells, the least and most minutes that one waits, and its least number of cases by default. */
  alerts: 20,
  alertRecipients: 20,
  alertMinutes: 5,
  alertMinutesMost: 1_440,
  alertCases: 20,

  dashboardMerchantsMost: 100,
  /** Bars of one chart. */
  dashboardBarsMost: 1_200,
  /** The longest stretch for a time zone without roll-ups, which is counted from the payments. */
  dashboardUnkeptDaysMost: 31,
  /** The polling interval of the visible dashboard. */
  dashboardPollMs: 1_500,
  /** How long a rate of exchange that names no end of its own is good for. */
  quoteMinutes: 30,
  /** Accounts that remittances go to, of one merchant in an environment. */
  remittanceAccounts: 20,

  ...payoutLimits,
  ...reconLimits,
} as const
