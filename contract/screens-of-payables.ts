import type { Screen } from './screens.ts'

/** The screens of what customers pay: links, pages, invoices and subscriptions. */
export const payableScreens = {
  paymentLinks: {
    path: '/payment-links',
    access: 'paymentLinks',
    menu: { group: 'payments', order: 2 },
    key: 'l',
    acting: 'screen',
    search: 'all',
  },
  createPaymentLink: {
    path: '/payment-links/create-payment-links',
    access: 'paymentLinks',
    key: 'n',
    acting: 'object',
    search: ['duplicate', 'merchant'],
  },
  paymentLinkDetails: {
    path: '/payment-links-details',
    access: 'paymentLinks',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },

  paymentPages: {
    path: '/settings/payment-pages',
    access: 'paymentPages',
    menu: { group: 'payments', order: 3 },
    key: 'e',
    acting: 'screen',
    search: 'all',
  },
  /** `ref` is the page, `tab` the open tab; the others narrow the list of its payments. */
  paymentPageDetails: {
    path: '/settings/payment-pages-details',
    access: 'paymentPages',
    acting: 'object',
    search: 'all',
    linked: true,
  },
  paymentPageEditor: { path: '/settings/payment-pages/config', access: 'paymentPagesConfiguration', search: 'all' },

  /** `import` is a sheet of invoices, or `new`; `archive` is a file of PDFs; `templates` opens the templates. */
  invoices: {
    path: '/invoices',
    access: 'invoices',
    menu: { group: 'payments', order: 4 },
    key: 'v',
    acting: 'screen',
    search: 'all',
  },
  invoiceForm: {
    path: '/invoices/invoice-form',
    access: 'invoices',
    acting: 'object',
    search: ['template', 'duplicate', 'merchant'],
  },
  invoiceUpdate: {
    path: '/invoices/invoice-form-update',
    access: 'invoices',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
  invoiceDetails: {
    path: '/invoices/invoices-details',
    access: 'invoices',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
  invoiceTemplate: {
    path: '/invoices/create-invoice-template',
    access: 'invoices',
    acting: 'object',
    search: ['template', 'duplicate', 'merchant'],
  },
  /** `tab` is the list, the retry rules or the test clocks; `clock` is one of these. */
  subscriptions: {
    path: '/subscriptions',
    access: 'subscriptions',
    menu: { group: 'payments', order: 5 },
    key: 't',
    acting: 'screen',
    search: 'all',
  },
  createSubscription: {
    path: '/subscriptions/create-subscriptions',
    access: 'subscriptions',
    acting: 'object',
    search: ['price', 'clock', 'merchant'],
  },
  subscriptionDetails: {
    path: '/subscriptions/details',
    access: 'subscriptions',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
  prices: {
    path: '/subscription-price',
    access: 'subscriptions',
    menu: { group: 'payments', order: 6 },
    key: 'z',
    acting: 'screen',
    search: 'all',
  },
  createPrice: {
    path: '/subscriptions/create-subscription-price',
    access: 'subscriptions',
    acting: 'object',
    search: ['duplicate', 'merchant'],
  },
  priceDetails: {
    path: '/subscription-price/details',
    access: 'subscriptions',
    acting: 'object',
    search: ['ref', 'merchant'],
    linked: true,
  },
} as const satisfies Record<string, Screen>
