import { expect, it } from 'vitest'
import type { CatalogueEntry } from '#contract/channel-catalogue/entry.ts'
import { wayOf, type Way } from '#contract/methods.ts'
import { atChannel, atEntry } from './at-channel.ts'

const way = (type: string, subType = '') => wayOf(type, subType) as Way
const card = way('CARD', 'INT_CREDIT_DEBIT_CARD')
const entry = (cardEntry: CatalogueEntry['cardEntry'], banks?: Record<string, string>) => ({
  name: 'Payments Ltd',
  cardEntry,
  ways: [{ type: 'NET_BANKING', subType: 'FPX', refunds: { kind: 'none' }, ...(banks && { banks }) } as const],
})

it.each(['fields', 'script'] as const)('asks for a card where it is entered on our page: %s', (kind) => {
  expect(atEntry(card, entry(kind))).toEqual({ asks: ['card'], cardPageOf: undefined, banks: undefined })
})

it('asks for no card that is entered on the provider’s page, and for all else', () => {
  expect(atEntry(card, entry('page'))).toMatchObject({ asks: [], cardPageOf: 'Payments Ltd' })
  expect(atEntry(way('INSTALLMENT'), entry('page'))).toMatchObject({ asks: ['plan'], cardPageOf: 'Payments Ltd' })
  // A bank card that is confirmed at its bank asks for none anywhere, and is no page of the provider's.
  expect(atEntry(way('CARD', 'ATM_CARD'), entry('page'))).toMatchObject({ asks: [], cardPageOf: undefined })
  expect(atEntry(way('WALLET', 'GRABPAY'), entry('page'))).toMatchObject({ asks: [], cardPageOf: undefined })
})

it('asks for a bank where the channel lists some, of that way alone', () => {
  const banks = { a: 'Bank A' }
  expect(atEntry(way('NET_BANKING', 'FPX'), entry(null, banks))).toEqual({
    asks: ['bank'],
    cardPageOf: undefined,
    banks,
  })
  expect(atEntry(way('NET_BANKING', 'FPX'), entry(null)).asks).toEqual([])
  expect(atEntry(way('NET_BANKING'), entry(null, banks)).asks).toEqual([])
})

it('goes by the entry of the catalogue', () => {
  const fpx = way('NET_BANKING', 'FPX')
  expect(atChannel(fpx, 'SIMULATOR').asks).toEqual(['bank'])
  expect(atChannel(card, 'NOBODY')).toEqual({ asks: ['card'], cardPageOf: undefined, banks: undefined })
})
