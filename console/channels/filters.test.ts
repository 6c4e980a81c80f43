import { expect, it } from 'vitest'
import { readListState, writeListState } from '#console/kit/list/list-state.ts'
import { channelList, isSought, type Sought } from './filters.ts'

const grab: Sought = {
  names: ['Our Xendit', 'Xendit', 'XENDIT_2'],
  countries: ['ID', 'PH'],
  methods: ['WALLET', 'QR_CODE'],
  type: 'Gateway',
}
const anywhere: Sought = {
  names: ['PayPal', 'PAYPAL'],
  countries: ['GLOBAL'],
  methods: ['WALLET'],
  type: 'Digital Wallet',
}
const found = (address: Record<string, string>, channel: Sought) =>
  isSought(channel, readListState(channelList, address))

it('finds a channel by words of its names, in any case and order', () => {
  expect(found({ q: 'xendit OUR' }, grab)).toBe(true)
  expect(found({ q: 'xendit paypal' }, grab)).toBe(false)
})

it('narrows by each filter of the address, and by all of them together', () => {
  expect(found({}, grab)).toBe(true)
  expect(found({ country: 'SG,PH' }, grab)).toBe(true)
  expect(found({ country: 'SG' }, grab)).toBe(false)
  expect(found({ country: 'SG' }, anywhere)).toBe(true)
  expect(found({ payment_method: 'QR_CODE' }, grab)).toBe(true)
  expect(found({ payment_method: 'QR_CODE' }, anywhere)).toBe(false)
  expect(found({ channel_type: 'Digital Wallet' }, anywhere)).toBe(true)
  expect(found({ channel_type: 'Digital Wallet', payment_method: 'CARD' }, anywhere)).toBe(false)
})

it('keeps what narrows in the address', () => {
  const address = { q: 'pay', country: 'ID,PH', channel_type: 'Digital Wallet' }
  expect(writeListState(channelList, readListState(channelList, address))).toEqual(address)
})
