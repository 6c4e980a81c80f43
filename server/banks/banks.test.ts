import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SupportedCountry } from '#contract/banks.ts'
import { declaredCountries } from '#contract/account-fields.ts'
import { openTestApp, type TestApp, type TestMerchant } from '#test/test-app.ts'
import { loadBanks, readBanks } from './load-banks.ts'
import { shippedBanks } from './shipped-banks.ts'

let testApp: TestApp
let merchant: TestMerchant
beforeAll(async () => {
  testApp = await openTestApp()
  merchant = await testApp.addMerchant()
  const session = await testApp.signIn(merchant)
  await testApp.call(session, 'POST', `/merchants/${merchant.key}/add-paychannel/SIMULATOR`, {
    creds: {},
    pay_type: 'PAYOUT',
    is_va_flow: true,
  })
})
afterAll(() => testApp.close())

async function supported(query = '') {
  const session = await testApp.signIn(merchant, { roles: ['payouts-user'] })
  const answer = await testApp.call(session, 'GET', `/merchants/payout/supported-banks?environment=sandbox${query}`)
  return {
    status: answer.status,
    countries: (answer.body as unknown as { content: SupportedCountry[] }).content,
    text: answer.text,
  }
}

describe('the banks that ship', () => {
  it('have a code once in a country, a name, and a BIC of that country where there is one', () => {
    expect(Object.fromEntries(Object.entries(shippedBanks).map(([country, banks]) => [country, banks.length]))).toEqual({
      KR: 32, TH: 15, VN: 32, ID: 22,
    }) // prettier-ignore
    for (const [country, banks] of Object.entries(shippedBanks)) {
      const csv = ['country,code,name,bic', ...banks.map(({ code, name, bic }) => `${country},${code},${name},${bic}`)]
      expect(readBanks(csv.join('\n')).get(country)).toEqual(banks)
    }
  })
})

describe('supported banks', () => {
  it('are the countries, their banks, and what an account there needs', async () => {
    const { countries } = await supported()
    expect(countries.map(({ country }) => country)).toEqual(declaredCountries)
    const korea = countries.find(({ country }) => country === 'KR')
    expect(korea?.banks).toContainEqual({ code: '081', name: 'Hana Bank', bic: 'KOEXKRSE' })
    expect(korea?.ways[0]?.fields).toContainEqual({
      name: 'bank_code',
      kind: 'bank',
      least: 3,
      most: 3,
      choices: [],
      is_optional: false,
    })
    expect(korea?.currencies).toEqual([])
  })

  it('are those that a channel pays to, in its currencies and by its ways', async () => {
    const { countries } = await supported('&channelKey=SIMULATOR_2')
    const kenya = countries.find(({ country }) => country === 'KE')
    expect(kenya?.ways.map(({ type }) => type)).toEqual(['BANK', 'MOBILE'])
    expect((await supported('&channelKey=SIMULATOR')).status).toBe(404)
    expect((await supported('&channelKey=XENDIT')).status).toBe(404)
  })

  it('are the operator’s where a list was loaded, all or none of it', async () => {
    const csv = (...lines: string[]) =>
      loadBanks(testApp.owner, ['Country,Code,Name,BIC,Note', ...lines].join('\r\n'), new Date())
    await csv('KR,999,Test Bank,TESTKRSE,x', 'SG,7171,DBS Bank,DBSSSGSG,')
    const { countries } = await supported()
    const banksOf = (wanted: string) => countries.find(({ country }) => country === wanted)?.banks
    expect(banksOf('KR')).toEqual([{ code: '999', name: 'Test Bank', bic: 'TESTKRSE' }])
    expect(banksOf('SG')).toEqual([{ code: '7171', name: 'DBS Bank', bic: 'DBSSSGSG' }])
    expect(banksOf('TH')?.length).toBe(15)
    await expect(csv('SG,7171,DBS,', 'SG,7171,Twice,')).rejects.toThrow('Line 3: SG has 7171 twice')
    await expect(csv('SG,1,DBS,DBSSUS33,')).rejects.toThrow('not a BIC of SG')
    await expect(csv('SG,1,,,')).rejects.toThrow('Line 2: a bank')
    await expect(loadBanks(testApp.owner, 'country,code\nSG,1', new Date())).rejects.toThrow('lacks name, bic')
  })
})
