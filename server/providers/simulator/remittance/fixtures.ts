import type { RemittanceRequest, Remittances } from '../../remittances.ts'
import type { TestSimulator } from '../fixtures.ts'
import type { Provider } from '../../provider.ts'

/** For tests: what the adapter does for remittances. */
export const abroad = ({ provider }: { provider: Provider }): Remittances => {
  if (!provider.remittances) throw new Error('the simulator makes remittances')
  return provider.remittances
}

let count = 0
export const newKey = (): string => `set_fixture:${(count += 1)}`

/** 446.93 USD that are 616,195 KRW at a Korean bank. */
export const remittance = (holder: string, fields: Partial<RemittanceRequest> = {}): RemittanceRequest => ({
  key: newKey(),
  quoteRef: '',
  from: { currency: 'USD', amountMinor: 44_693n },
  to: { currency: 'KRW', amountMinor: 616_195n },
  account: { type: 'BANK', country: 'KR', holder, number: '0012345678', bankCode: '004', bankName: 'KB', fields: {} },
  purpose: 'GDDS',
  callbackUrl: 'http://127.0.0.1:9/',
  ...fields,
})

export const standing = (simulator: Pick<TestSimulator, 'provider'>, key: string, signal: AbortSignal) =>
  abroad(simulator).status({ key, providerRef: '', firstAskedAt: new Date() }, signal)
