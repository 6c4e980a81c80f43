/**
 * The sections of the texts that the first load brings: those of signing in, of what stands around every screen and of
 * the lists. All others come with the first screen or part that is fetched by `withTexts` (`console/kit/i18n/i18n.ts`).
 */
export const firstSections: readonly string[] = [
  'app', 'columns', 'confirm', 'denials', 'detail', 'environments', 'errors', 'fieldReasons', 'latePayments', 'list',
  'maintenance', 'menu', 'methods', 'notices', 'notifications', 'paymentLinks', 'payments', 'reasons', 'refundMarks',
  'screens', 'session', 'shell', 'states',
] // prettier-ignore
