import type { FaultSpec } from './faults.ts'

/** Faults of any request: its form, size, time and references. */
export const requestFaults = {
  invalidRequest: {
    http: 400,
    code: '4001',
    reason: 'INVALID_REQUEST_DATA',
    text: "The request isn't valid. See errors.",
  },
  invalidSignature: {
    http: 400,
    code: '4011',
    reason: 'INVALID_UNAUTHORISED_TRANSACTION_SIGNATURE_ERROR',
    text: "The signature doesn't match the request.",
  },
  invalidEnvironment: {
    http: 400,
    code: '4034',
    reason: 'INVALID_ENVIRONMENT',
    text: "The environment isn't the one of your session.",
  },
  idempotencyKeyRequired: {
    http: 400,
    code: '4064',
    reason: 'MISSING_MANDATORY_FIELD',
    text: 'This call needs an Idempotency-Key.',
  },
  refusedUrl: { http: 400, code: '5030', reason: 'INVALID_REDIRECT_URL', text: "This URL can't be used." },
  pageTooDeep: {
    http: 400,
    code: '4001',
    reason: 'PAGE_TOO_DEEP',
    text: 'Use the cursor to go beyond the first 10,000 rows.',
  },
  linkInvalid: {
    http: 400,
    code: '4001',
    reason: 'LINK_NOT_VALID',
    text: 'This link has been used, replaced or has expired. Request a new one.',
  },
  tooMany: {
    http: 400,
    code: '4078',
    reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT',
    text: "You've reached the limit.",
  },
  invalidFile: { http: 400, code: '4001', reason: 'INVALID_FILE', text: 'Uploaded File is invalid' },
  notFound: {
    http: 404,
    code: '5001',
    reason: 'RECORD_NOT_FOUND_ERROR',
    text: "We couldn't find anything with this reference.",
  },
  wrongState: {
    http: 409,
    code: '4079',
    reason: 'INVALID_STATUS_TYPE',
    text: 'This is no longer possible in its current state.',
  },
  inProgress: {
    http: 409,
    code: '4001',
    reason: 'REQUEST_IN_PROGRESS',
    text: "We're already working on this request.",
  },
  duplicateName: { http: 409, code: '5002', reason: 'DUPLICATE_FOUND_ERROR', text: 'This name is already in use.' },
  changedMeanwhile: {
    http: 409,
    code: '4001',
    reason: 'CHANGED_MEANWHILE',
    text: 'Someone else changed this. Review the latest version.',
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
    text: 'Two exports are already running. Wait for one to finish.',
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
} as const satisfies Record<string, FaultSpec>
