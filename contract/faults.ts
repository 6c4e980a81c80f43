/**
 * Every error that a call may answer: its HTTP status, the published code and reason, and a text that is safe to show.
 * The console translates by `reason`; code branches on the reason, never on the number (4081 means two things).
 */
export const faults = {
  invalidRequest: {
    http: 400,
    code: '4001',
    reason: 'INVALID_REQUEST_DATA',
    text: 'The request is not valid. See errors.',
  },
  invalidAmount: {
    http: 400,
    code: '4041',
    reason: 'INVALID_AMOUNT',
    text: 'The amount is not valid for this currency.',
  },
  invalidPassword: {
    http: 400,
    code: '4053',
    reason: 'INVALID_PASSWORD',
    text: 'The e-mail or the password is wrong.',
  },
  invalidSignature: {
    http: 400,
    code: '4011',
    reason: 'INVALID_UNAUTHORISED_TRANSACTION_SIGNATURE_ERROR',
    text: 'The signature does not match the request.',
  },
  invalidEnvironment: {
    http: 400,
    code: '4034',
    reason: 'INVALID_ENVIRONMENT',
    text: 'The environment is not the one you are in.',
  },
  idempotencyKeyRequired: {
    http: 400,
    code: '4064',
    reason: 'MISSING_MANDATORY_FIELD',
    text: 'This call needs an Idempotency-Key.',
  },
  duplicateOrder: {
    http: 400,
    code: '4002',
    reason: 'DUPLICATE_TRANSACTION_ERROR',
    text: 'This merchant order id is already used.',
  },
  refusedUrl: { http: 400, code: '5030', reason: 'INVALID_REDIRECT_URL', text: 'This address cannot be used.' },
  pageTooDeep: {
    http: 400,
    code: '4001',
    reason: 'PAGE_TOO_DEEP',
    text: 'Use the cursor to go beyond the first 10,000 rows.',
  },
  recipientMissing: {
    http: 400,
    code: '4064',
    reason: 'RECIPIENT_MISSING',
    text: 'There is no address or phone number to send this to.',
  },
  cardToken: {
    http: 400,
    code: '6011',
    reason: 'INVALID_CARD_INFO_ERROR',
    text: 'The card details could not be used. Enter them again.',
  },
  channelMissing: {
    http: 400,
    code: '5023',
    reason: 'INVALID_PAYMENT_CHANNEL',
    text: 'No payment channel can take this payment.',
  },
  tooManyAttempts: {
    http: 400,
    code: '4088',
    reason: 'MAX_RETRY_LIMIT_EXCEED',
    text: 'There were too many attempts. Contact the merchant.',
  },
  invalidCode: {
    http: 400,
    code: '4073',
    reason: 'OTP_VERIFICATION_ERROR',
    text: 'This code is wrong, too old or already used.',
  },
  invalidPasskey: {
    http: 400,
    code: '4073',
    reason: 'INVALID_PASSKEY',
    text: 'This passkey could not be used.',
  },
  secondFactorNeeded: {
    http: 400,
    code: '4073',
    reason: 'SECOND_FACTOR_NEEDED',
    text: 'Confirm with your second factor.',
  },
  signInExpired: {
    http: 400,
    code: '4056',
    reason: 'SIGN_IN_EXPIRED',
    text: 'This sign-in took too long or is already used. Start again with your password.',
  },
  ssoFailed: {
    http: 400,
    code: '4056',
    reason: 'SSO_FAILED',
    text: 'SSO login failed. Please try again.',
  },
  issuerUnusable: {
    http: 400,
    code: '4001',
    reason: 'ISSUER_NOT_USABLE',
    text: 'The sign-in provider cannot be used. See errors.',
  },
  linkInvalid: {
    http: 400,
    code: '4001',
    reason: 'LINK_NOT_VALID',
    text: 'This link is used, replaced or too old. Ask for a new one.',
  },
  tooMany: {
    http: 400,
    code: '4078',
    reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT',
    text: 'The most that is allowed is already there.',
  },
  invalidFile: { http: 400, code: '4001', reason: 'INVALID_FILE', text: 'Uploaded File is invalid' },

  sessionLost: {
    http: 401,
    code: '4054',
    reason: 'INVALID_UNAUTHORIZED_JWT_TOKEN_ERROR',
    text: 'The session has ended. Sign in again.',
  },
  sessionLocked: {
    http: 401,
    code: '4054',
    reason: 'SESSION_LOCKED',
    text: 'The session is locked. Enter your password.',
  },

  denied: { http: 403, code: '4081', reason: 'ROLE_NOT_ALLOWED', text: 'Your role does not allow this.' },
  emailNotVerified: {
    http: 403,
    code: '4081',
    reason: 'EMAIL_NOT_VERIFIED',
    text: 'Confirm your e-mail address first.',
  },
  twoStepRequired: {
    http: 403,
    code: '4081',
    reason: 'TWO_STEP_REQUIRED',
    text: 'Your business asks for two-step verification. Set it up first.',
  },
  ssoRequired: {
    http: 403,
    code: '4081',
    reason: 'SSO_REQUIRED',
    text: 'Your business signs in with single sign-on. Go on there.',
  },
  addressMismatch: {
    http: 403,
    code: '4081',
    reason: 'ADDRESS_MISMATCH',
    text: 'This is not the address that you sign in with.',
  },
  registrationClosed: {
    http: 403,
    code: '4081',
    reason: 'REGISTRATION_CLOSED',
    text: 'Nobody can register here by themselves. Ask whoever runs this installation.',
  },
  grantNotHeld: {
    http: 403,
    code: '4081',
    reason: 'GRANT_NOT_HELD',
    text: 'You can only grant what you may do yourself.',
  },
  aboveYou: {
    http: 403,
    code: '4081',
    reason: 'USER_ABOVE_YOU',
    text: 'Only an administrator can change an administrator.',
  },
  ownAccess: {
    http: 403,
    code: '4081',
    reason: 'OWN_ACCESS',
    text: 'Nobody changes their own roles or deactivates themselves. Ask another administrator.',
  },
  viewingAs: {
    http: 403,
    code: '4081',
    reason: 'VIEWING_AS_ROLE',
    text: 'You are viewing the console as another role. Leave the view to change anything.',
  },
  stepUpRequired: { http: 403, code: '4081', reason: 'STEP_UP_REQUIRED', text: 'Confirm that it is you first.' },
  notFound: {
    http: 404,
    code: '5001',
    reason: 'RECORD_NOT_FOUND_ERROR',
    text: 'There is nothing here with this reference.',
  },

  wrongState: {
    http: 409,
    code: '4079',
    reason: 'INVALID_STATUS_TYPE',
    text: 'This is no longer possible in its present state.',
  },
  lastAdministrator: {
    http: 409,
    code: '4079',
    reason: 'LAST_ADMINISTRATOR',
    text: 'This is the last active administrator. Make somebody else one first.',
  },
  inFlight: {
    http: 409,
    code: '4097',
    reason: 'TRANSACTION_UNDER_REVIEW',
    text: 'A payment is under way. Wait for its result.',
  },
  ownTwoStepFirst: {
    http: 409,
    code: '4079',
    reason: 'OWN_TWO_STEP_FIRST',
    text: 'Set up two-step verification for yourself first.',
  },
  ownSsoFirst: {
    http: 409,
    code: '4079',
    reason: 'OWN_SSO_FIRST',
    text: 'Sign in through single sign-on yourself first, so that it is known to work.',
  },
  refundNotAllowed: {
    http: 409,
    code: '4070',
    reason: 'INVALID_PAYMENT_REQUEST_REFUND_NOT_ALLOWED',
    text: 'Nothing of this payment can be refunded.',
  },
  inProgress: { http: 409, code: '4001', reason: 'REQUEST_IN_PROGRESS', text: 'The same request is being worked on.' },
  merchantInactive: {
    http: 409,
    code: '4079',
    reason: 'MERCHANT_INACTIVE',
    text: 'This merchant does not take payments at the moment.',
  },
  reviewByOperator: {
    http: 409,
    code: '4081',
    reason: 'REVIEW_BY_OPERATOR',
    text: 'In this installation its operator decides on KYC.',
  },
  duplicateName: { http: 409, code: '5002', reason: 'DUPLICATE_FOUND_ERROR', text: 'This name is already used.' },

  changedMeanwhile: {
    http: 409,
    code: '4001',
    reason: 'CHANGED_MEANWHILE',
    text: 'Somebody else has changed this meanwhile. Look at it again first.',
  },

  fileTooLarge: { http: 413, code: '4001', reason: 'FILE_TOO_LARGE', text: 'Maximum 20 MB file is allowed' },
  tooLarge: { http: 413, code: '4001', reason: 'REQUEST_TOO_LARGE', text: 'The request is too large.' },
  wrongType: {
    http: 415,
    code: '4001',
    reason: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Send JSON, or a form with the file to an upload.',
  },
  keyReused: {
    http: 422,
    code: '4001',
    reason: 'IDEMPOTENCY_KEY_REUSED',
    text: 'This Idempotency-Key belongs to another request.',
  },
  tooFast: { http: 429, code: '4088', reason: 'TOO_MANY_REQUESTS', text: 'Too many requests. Wait a moment.' },
  tooManyExports: {
    http: 429,
    code: '4088',
    reason: 'TOO_MANY_EXPORTS',
    text: 'Two exports are under way already. Wait until one of them has ended.',
  },
  signInBusy: {
    http: 429,
    code: '4088',
    reason: 'TOO_MANY_REQUESTS',
    text: 'Too many sign-ins at once. Try again in a moment.',
  },
  signInLocked: {
    http: 429,
    code: '4088',
    reason: 'SIGN_IN_LOCKED',
    text: 'Too many failed sign-ins. Try again in 30 minutes.',
  },

  codesLocked: {
    http: 429,
    code: '4088',
    reason: 'CODES_LOCKED',
    text: 'Too many wrong codes. Try again later, or use a passkey or a recovery code.',
  },

  uploadsBusy: {
    http: 503,
    code: '5000',
    reason: 'TEMPORARILY_UNAVAILABLE',
    text: 'Too many files are arriving at once. Try again in a moment.',
  },
  internal: {
    http: 500,
    code: '5000',
    reason: 'PAYMENT_SYSTEM_ERROR',
    text: 'Something went wrong on our side. Nothing was changed.',
  },
  unavailable: {
    http: 503,
    code: '5000',
    reason: 'TEMPORARILY_UNAVAILABLE',
    text: 'The service is busy. Try again in a moment.',
  },
} as const satisfies Record<string, { http: number; code: string; reason: string; text: string }>

export type FaultName = keyof typeof faults

/** One thing wrong with one field: `reason` is a key of the console's translations, `text` its English. */
export interface FieldError {
  path: string
  reason: string
  params?: Record<string, string | number>
  text: string
}

/** Thrown by verbs and handlers; the gate renders it in the call's own error keys and rolls everything back. */
export class Fault extends Error {
  readonly fault: FaultName
  readonly errors: FieldError[] | undefined
  /** Facts for the audit log, never shown. */
  readonly why: string | undefined
  constructor(fault: FaultName, details: { errors?: FieldError[]; why?: string; cause?: unknown } = {}) {
    super(faults[fault].text, { cause: details.cause })
    this.name = 'Fault'
    this.fault = fault
    this.errors = details.errors
    this.why = details.why
  }
}
/** A fault that one field of the request causes. */
export const fieldFault = (fault: FaultName, path: string, reason: string, explanation: string = faults[fault].text) =>
  new Fault(fault, { errors: [{ path, reason, text: explanation }] })
