/** Limits and times of invoices and subscriptions, as in `limits.ts`, of which they are a part. */
export const billingLimits = {
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
  /** Charges to come that are shown. */
  subscriptionUpcoming: 12,
  /** The links by which customers see to their subscriptions, the sessions that those open, and how often a page sends a new one. */
  manageLinkDays: 7,
  manageSessionMinutes: 30,
  manageLinkAgainMinutes: 10,
  testClocks: 10,
  testClockSubscriptions: 20,
} as const
