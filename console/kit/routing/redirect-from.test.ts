import { expect, it } from 'vitest'
import { ownPath } from './redirect-from.ts'

const origin = 'https://console.example'

it('gives back a path of the console with its query', () => {
  expect(ownPath('/payment-links', origin)).toBe('/payment-links')
  expect(ownPath('/payment-links-details?ref=a%2Fb&x=1#top', origin)).toBe('/payment-links-details?ref=a%2Fb&x=1#top')
})

it.each([
  undefined, '', 'payment-links', 'https://evil.example', '//evil.example', '/\\evil.example', '/\t/evil.example',
  '/\n//evil.example', 'javascript:alert(1)', '\\\\evil.example', ' //evil.example', '/..//evil.example', 'http:evil.example',
])('refuses %j', (wanted) => {
  expect(ownPath(wanted, origin)).toBe(null)
}) // prettier-ignore
