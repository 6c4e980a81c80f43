/** The key of a merchant, and our references of a payment or link and of a refund. */
export const exampleMerchant = 'acme-4fJ2kQ8xLm1z'
export const exampleReference = '3MN4gFZl69tsyk96DSUYZRbc8Lx'
const refundReference = '3MN5Qm8sVeXrAjLTA2YHPOagSe1'

/**
 * Values of fields by name, for a card payment of 48.25 SGD by a link, so that the fields of an example agree. An example
 * takes a value where its schema allows it.
 */
export const exampleValues: Readonly<Record<string, unknown>> = {
  merchant_order_id: 'ORDER-1042', merchant_order_ref: 'ORDER-1042', channel_order_ref: `pay_${exampleReference}`,
  refund_id: refundReference, psp_refund_id: '', object_ref: exampleReference,
  country: 'SG', countryCode: 'SG', country_code: 'SG', phone: '+6581234567', shopper_phone: '+6581234567',
  line_1: '1 Quay Street', line_2: '', city: 'Singapore', shopper_address: '1 Quay Street, Singapore, SG',
  ip_address: '203.0.113.7', shopper_ip: '203.0.113.7', address: '203.0.113.7', device_info: 'Mozilla/5.0',
  merchant_name: 'Acme Outfitters', link: `https://pay.example/pay/${exampleReference}`,
  failure_url: 'https://shop.example/cart', cancel_url: 'https://shop.example/cart', merchant_logo: '',
  expiry_hours: 24, expires_at: '2026-11-21 09:30:00', source: 'shop', created_by: '', promo_code: '', promo_discount: 0,
  shipping_charges: 0, user_configured_field1: '', user_configured_field2: '', user_configured_field3: '',
  user_configured_field4: '', user_configured_field5: '',
  status_reason: '', status_code: '', payment_method: 'CARD', actual_payment_method: '', payment_sub_type: '',
  masked_card_number: '424242******4242', card_brand: 'visa', card_last4: '4242', channel_key: 'SIMULATOR',
  payment_channel_name: 'Simulator', channel_text: '', late: false, held: null, method_details: {}, qr_code: '',
  fee: 1.7, fee_tax: 0.14, net: 46.41, percent_fee: '2.9', minimum_fee: 0, flat_fee: 0.3, tax_percent: '8',
  refunded: 0, refunding: 0, captured: 48.25, attempts: [], payment_slip: [], routing_enabled: false,
  account: 'psp_receivable:SIMULATOR', kind: 'payment.captured', event: 'created', actor: '',
  fail_reason: '', manual: false, is_manual: false, reason: 'customer request', refund_reason: 'customer request', note: '',
  size_bytes: 48_210, total_capped: false, next_cursor: null, previous_cursor: null,
} // prettier-ignore
