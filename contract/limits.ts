/** Limits and times, each stated once; the unit is in the name. */
export const limits = {
  pageSize: 10,
  pageSizeMost: 100,
  /** A bare page number beyond this many rows is refused; page on by cursor. */
  pageRowsMost: 10_000,
  /** Totals are counted up to here and say so beyond. */
  countMost: 10_000,
  searchLength: 200,
  /** Merchants that a master may ask about at once. */
  merchantsAtOnce: 500,
  /** Exports of one merchant at a time, on all machines together. */
  exportsAtOnce: 2,
  exportColumns: 60,
  /** Saved views of one sub-user, over all lists. */
  views: 50,

  bodyBytes: 256 * 1024,
  /** A file; what the rest of its form may add is on top. */
  uploadBytes: 20 * 1024 * 1024,
  uploadFormBytes: 64 * 1024,
  uploadTimeoutMs: 120_000,
  /** At once in one process. */
  uploads: 4,
  logoBytes: 1024 * 1024,
  logoPixels: 256,
  /** Of one merchant: links keep showing the one that they were made with. */
  logosPerMerchant: 100,
  idempotencyKeyLength: 255,
  requestTimeoutMs: 10_000,

  toastMs: 5_000,
  chunkTimeoutMs: 120_000,
  webhookRefetchMs: 1_000,

  /** Of one merchant's servers, in ten seconds at one API. */
  serverCalls: 400,
  /** The life of a token that a merchant's server signs, and how far its clock may be off. */
  serverTokenSeconds: 3_600,
  serverClockSeconds: 60,

  sessionHours: 12,
  /** The time without use after which a session is locked; the console warns before. */
  sessionIdleMinutes: 15,
  sessionIdleWarningSeconds: 60,
  /** The age of a proof of identity beyond which a call with `stepUp` asks for another. */
  stepUpMinutes: 5,
  rememberedDays: 30,
  resetLinkMinutes: 30,
  verifyLinkHours: 24,
  setUpLinkHours: 24,
  invitationDays: 7,
  /** Of one merchant, whatever their state. */
  usersPerMerchant: 500,
  /** Addresses that are taken, which one merchant's people may run into in an hour at one API. */
  takenAddressesPerHour: 10,
  inviteLinkDays: 7,
  kycLinkDays: 30,
  /** Of one master, active or not. */
  subMerchants: 2_000,
  /** Of one master, that wait for an answer. */
  openInvites: 200,
  /** That one request may add or remove. */
  merchantsMoved: 100,
  kycDocuments: 12,
  /** A link is sent to the same address at most once in this time. */
  linkAgainSeconds: 60,
  /** How long a sign-in waits for its second factor, and a set-up for its first code. */
  signInChallengeMinutes: 5,
  twoStepSetUpMinutes: 15,
  /** Wrong codes of an app before codes are locked: at first so long, twice as long each further time, at most so long. */
  codeTries: 5,
  codeLockMinutes: 15,
  codeLockMinutesMost: 480,
  recoveryCodes: 10,
  /** So few left that the user is told. */
  recoveryCodesFew: 3,
  passkeysPerUser: 10,
  passkeyNameLength: 60,
  /** How long somebody may be at their provider, and then take to show whose login it is. */
  ssoAttemptMinutes: 10,
  ssoProofMinutes: 15,
  /** What a provider may take for one answer, and the longest that is read. */
  ssoAnswerMs: 2_500,
  ssoAnswerBytes: 256 * 1024,
  /** Of one merchant, at one API, that the audit log is told of. */
  ssoRefusalsPerMinute: 120,
  /** How far a provider's clock may be off. */
  ssoClockSeconds: 60,
  /** Browsers of one user that a sign-in is not told of. */
  knownDevices: 30,
  knownDeviceDays: 400,
  signInFailures: 10,
  signInLockMinutes: 30,
  /** Failures for one name from all addresses together before only addresses that signed in before may try. */
  signInFailuresEverywhere: 100,

  refundReasonLength: 200,
  refundNoteLength: 500,
  refundBatchRows: 5_000,
  /** How long a confirmed batch of refunds can still be called off. */
  refundBatchWindowMinutes: 60,
  /** What somebody gives as the evidence of a state that they set by hand. */
  evidenceLength: 500,

  /** How often a link is sent by one way at most. */
  linkSentSeconds: 60,
  linkExpiryHoursMost: 8_760,
  /** Attempts to pay one payable; a card tester gets no further. */
  attempts: 20,
  /** What a shopper may send to show that they have transferred. */
  slipsPerPayment: 5,

  /** How long a notification is kept, and how often a person is mailed about one kind at most. */
  notificationDays: 180,
  notificationMailMinutes: 10,
  /** Live streams of one user and of one process. */
  streamsPerUser: 10,
  streams: 2_000,
  /** Its people are told when a webhook has taken nothing for so long. */
  webhookToldMinutes: 60,

  ticketSubjectLength: 120,
  ticketTextLength: 5_000,
  ticketMessages: 200,
  /** Of one user in 24 hours. */
  ticketsPerDay: 20,
  ticketFilesAtOnce: 5,
  ticketFiles: 40,
  /** Files of one user that wait for a message. */
  ticketFilesWaiting: 10,

  webhooksPerMerchant: 20,
  webhookTimeoutMs: 15_000,
  webhookReadBytes: 64 * 1024,
  /** One that takes nothing for so long is switched off. */
  webhookFailingDays: 5,
  webhookSecretOverlapHours: 24,
  resendSeconds: 10,

  dashboardMerchantsMost: 100,
  /** Bars of one chart. */
  dashboardBarsMost: 1_200,
  /** How long a stretch may be for other clocks than those that sums are kept by: it is counted from the payments. */
  dashboardUnkeptDaysMost: 31,
  /** How often the dashboard asks whether anything has happened, while it is looked at. */
  dashboardPollMs: 1_500,
} as const
