/** Limits and times of sign-ins, users and merchants, as in `limits.ts`, of which they are a part. */
export const accessLimits = {
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
} as const
