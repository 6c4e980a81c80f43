import type { CatalogueEntry } from './entry.ts'

/** Channels that only reconcile: their settlement files are read, and no payment goes through them. */
export const external: readonly CatalogueEntry[] = [
  reconciled('ADYEN', 'Adyen', 'GLOBAL'),
  reconciled('AMAZON_PAY', 'Amazon Pay', 'AT BE CH CY DE DK ES FR GB HU IE IT JP LU NL PT SE US'),
  reconciled('ANTOM', 'Antom', 'GLOBAL'),
  reconciled('ASTROPAY', 'AstroPay', 'AR BR CL CO IN MX PE UY'),
  reconciled('BRAINTREE', 'Braintree', 'GLOBAL'),
  reconciled('CASHFREE', 'Cashfree Payments', 'IN'),
  reconciled('CHECKOUT_COM', 'Checkout.com', 'GLOBAL'),
  reconciled('CIELO', 'Cielo', 'BR'),
  reconciled('DLOCAL', 'dLocal', 'AR BR CL CO EC ID IN KE MX MY NG PE PH TH UY VN ZA'),
  reconciled('GOCARDLESS', 'GoCardless', 'AT AU BE CA DE DK ES FI FR GB IE IT NL NZ PT SE US'),
  reconciled('INGENICO', 'Ingenico', 'GLOBAL'),
  reconciled('IYZICO', 'iyzico', 'TR'),
  reconciled('KLARNA', 'Klarna', 'AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US'),
  reconciled('MERCADO_PAGO', 'Mercado Pago', 'AR BR CL CO MX PE UY'),
  reconciled('MOLLIE', 'Mollie', 'AT BE CH DE DK ES FI FR GB IE IT LU NL NO PL PT SE'),
  reconciled('MOYASAR', 'Moyasar', 'SA'),
  reconciled('NEXI', 'Nexi PayEngine', 'AT CH DE DK FI NO SE'),
  reconciled('OMISE', 'Omise', 'JP MY SG TH'),
  reconciled('PAYERMAX', 'PayerMax', 'GLOBAL'),
  reconciled('PPRO', 'PPRO', 'GLOBAL'),
  reconciled('QFPAY', 'QFPay', 'HK JP MY SG TH'),
  reconciled('RAZORPAY', 'Razorpay', 'IN MY'),
  reconciled('TRUSTLY', 'Trustly', 'CA DE DK EE ES FI GB LT LV NL NO PL SE US'),
  reconciled('VENMO', 'Venmo', 'US'),
]

/** `countries` are two-letter codes with a blank between them, or GLOBAL. */
function reconciled(key: string, name: string, countries: string): CatalogueEntry {
  return {
    key,
    name,
    type: 'External',
    provider: null,
    payTypes: ['PAYIN'],
    countries: countries === 'GLOBAL' ? countries : countries.split(' '),
    currencies: null,
    ways: [],
    credentials: [],
    onboarding: [],
    cardEntry: null,
    callbacks: 'none',
  }
}
