import { expect, it } from 'vitest'
import { ways } from '#contract/methods.ts'
import type { OfferedWay } from '#server/channels/ways.ts'
import { pageWays } from './page-ways.ts'

const offered = (type: string, subType: string, channelKey: string): OfferedWay[] =>
  ways
    .filter((way) => way.type === type && way.subType === subType)
    .map((way) => ({
      ...way,
      channelKey,
      catalogueKey: 'SIMULATOR',
      channelName: channelKey,
      isDefault: false,
      planMonths: [],
      takers: [],
    }))
const listed = (...all: OfferedWay[][]) => pageWays(all.flat()).map(({ type, channelKey }) => `${type} ${channelKey}`)

it('leaves out ways with a card at other channels than that of the card form', () => {
  expect(
    listed(
      offered('CARD', 'INT_CREDIT_DEBIT_CARD', 'ONE'),
      offered('CARD', 'UNIONPAY_CARD', 'TWO'),
      offered('INSTALLMENT', '', 'TWO'),
      offered('WALLET', 'GRABPAY', 'TWO'),
      offered('CARD', 'ATM_CARD', 'TWO'),
    ),
  ).toEqual(['CARD ONE', 'WALLET TWO', 'CARD TWO'])
  expect(listed(offered('INSTALLMENT', '', 'TWO'), offered('WALLET', 'GRABPAY', 'ONE'))).toEqual([
    'INSTALLMENT TWO',
    'WALLET ONE',
  ])
})
