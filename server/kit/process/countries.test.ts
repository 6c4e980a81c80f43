import fc from 'fast-check'
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { countriesIn } from './countries.ts'

const table = `# a comment
192.0.2.7,192.0.2.7,ID\r
198.51.100.0,198.51.100.255,ZZ

"203.0.113.0","203.0.113.127","SG"
203.0.113.128,203.0.113.255,VN,Hanoi
2001:db8::,2001:db8:0:ffff:ffff:ffff:ffff:ffff,TH
2001:db8:1::,2001:db8:1::ffff:ffff,MY
`

describe('a table of countries', () => {
  const countryOf = countriesIn(table)

  it.each([
    ['203.0.113.0', 'SG'],
    ['203.0.113.127', 'SG'],
    ['203.0.113.128', 'VN'],
    ['203.0.114.0', ''],
    ['203.0.112.255', ''],
    ['192.0.2.6', ''],
    ['192.0.2.7', 'ID'],
    ['198.51.100.5', ''],
    ['::ffff:192.0.2.7', 'ID'],
    ['2001:db8::1', 'TH'],
    ['2001:DB8:0:1234::9', 'TH'],
    ['2001:db8:1::1', 'MY'],
    ['2001:db8:1::ffff:ffff', 'MY'],
    ['2001:db8:1:0:0:1::', ''],
    ['fe80::1%eth0', ''],
    ['', ''],
    ['unknown', ''],
  ])('%s is in %j', (address, country) => {
    expect(countryOf(address)).toBe(country)
  })

  it('of no lines knows none', () => {
    expect(countriesIn('')('203.0.113.1')).toBe('')
  })

  it.each([
    ['203.0.113.0/24,SG', 'line 1 must begin with two addresses'],
    ['\n203.0.113.0,here,SG', 'line 2 must begin with two addresses'],
    ['203.0.113.9,203.0.113.1,SG', 'line 1 must name the first and the last address of a range'],
    ['203.0.113.0,2001:db8::,SG', 'line 1 must name the first and the last address of a range'],
    ['203.0.113.9,203.0.113.20,SG\n203.0.113.20,203.0.113.30,VN', 'line 2 must begin after the range before it'],
    ['2001:db8::,2001:db8::1,SG\n203.0.113.0,203.0.113.9,VN', 'line 2 must begin after the range before it'],
  ])('with %j says which line is wrong', (text, message) => {
    expect(() => countriesIn(text)).toThrow(message)
  })

  it('finds what another reckoning of ranges finds', () => {
    const ipv4 = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.')
    const ipv6 = (number: number) => `2001:db8::${number.toString(16)}:${(number * 7).toString(16)}`
    const bounds = fc.uniqueArray(fc.nat(5_000), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(bounds, fc.array(fc.nat(5_100), { maxLength: 30 }), fc.boolean(), (ends, asked, old) => {
        const text = old ? ipv4 : ipv6
        const sorted = ends.toSorted((a, b) => a - b)
        const ranges = Array.from({ length: sorted.length >> 1 }, (_, at) => ({
          first: text(sorted[2 * at] as number),
          last: text(sorted[2 * at + 1] as number),
          country: at % 2 === 0 ? 'SG' : 'VN',
        }))
        const found = countriesIn(ranges.map(({ first, last, country }) => `${first},${last},${country}`).join('\n'))
        for (const address of [...sorted, ...asked].map(text)) {
          const [range] = ranges.filter(({ first, last }) => {
            const list = new BlockList()
            list.addRange(first, last, old ? 'ipv4' : 'ipv6')
            return list.check(address, old ? 'ipv4' : 'ipv6')
          })
          expect(found(address), address).toBe(range?.country ?? '')
        }
      }),
      { numRuns: 60 },
    )
  })
})
