import type { FaultSpec } from './faults.ts'

/** Faults of any request: its form, size, time and references. */
export const requestFaults = {
  invalidRequest: {
    http: 400,
    code: '4001',
    reason: 'INVALID_REQUEST_DATA',
    text: 'The request is not valid. See errors.',
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
  refusedUrl: { http: 400, code: '5030', reason: 'INVALID_REDIRECT_URL', text: 'This address cannot be used.' },
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
    text: 'This link is used, replaced or too old. Ask for a new one.',
  },
  tooMany: {
    http: 400,
    code: '4078',
    reason: 'INVALID_MAXIMUM_AMOUNT_LIMIT',
    text: 'The most that is allowed is already there.',
  },
  invalidFile: { http: 400, code: '4001', reason: 'INVALID_FILE', text: 'Uploaded File is invalid' },
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
  inProgress: { http: 409, code: '4001', reason: 'REQUEST_IN_PROGRESS', text: 'The same request is being worked on.' },
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
