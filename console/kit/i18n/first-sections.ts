/**
 * The sections of the texts in the first load: signing in, the shell and the lists. The others are fetched with the
 * first code that `withTexts` (`console/kit/i18n/i18n.ts`) fetches.
 */
export const firstSections: readonly string[] = [
  'app', 'columns', 'confirm', 'declines', 'detail', 'environments', 'errors', 'installation', 'latePayments',
  'linkSources', 'linkSteps', 'list', 'maintenance', 'menu', 'methods', 'notices', 'notifications', 'paymentLinks', 'paymentSources', 'payments', 'reasons', 'refundMarks',
  'screens', 'session', 'shell', 'states', 'traits',
] // prettier-ignore
