/** The declarations of every domain, one line each; `server/domains.ts` has a line for the code of each. */
export * as alerts from './alerts.ts'
export * as analytics from './analytics.ts'
export * as apiLog from './api-log.ts'
export * as auditLog from './audit-log.ts'
export * as authTokens from './auth-tokens.ts'
export * as backtests from './backtests.ts'
export * as beneficiaries from './beneficiaries.ts'
