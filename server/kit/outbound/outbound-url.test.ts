import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './address.ts'
import { hostileUrls, words } from './hostile-urls.ts'
import { checkOutboundUrl } from './outbound-url.ts'

const refused = Object.entries(hostileUrls).flatMap(([fault, urls]) => urls.map((url) => [url, fault] as const))

describe('checkOutboundUrl', () => {
  it.each(refused)('refuses %j: %s', (url, fault) => {
    expect(checkOutboundUrl(url, { allowLoopback: false })).toBe(fault)
  })

  it.each(
    words(`https://shop.com HTTPS://Shop.Com/Hook?a=b#c https://shop.com:443 https://shop.com:8443/ https://8.8.8.8
      https://8.8.8.8:1024 https://[2606:4700::1111]:443/x https://müller.example/ü https://xn--mller-kva.example
      https://localhost.shop.com https://127.0.0.1.nip.io https://a_b.shop.com https://shop.com:80`),
  )('takes %j', (url) => {
    expect(checkOutboundUrl(url, { allowLoopback: false })).toBe(null)
    expect(checkOutboundUrl(url, { allowLoopback: true })).toBe(null)
  })

  it('allows plain http to this machine, plainly written, when told to, and to nothing else', () => {
    const check = (url: string) => checkOutboundUrl(url, { allowLoopback: true })
    const here = 'http://localhost:3000/hook http://127.0.0.1:3000 http://127.9.9.9 http://[::1]:3000 https://localhost'
    for (const url of words(here)) expect(check(url), url).toBe(null)
    const spelled = 'http://127.1 http://2130706433 http://0x7f.1 http://0177.0.0.1 http://１２７.０.０.１'
    for (const url of words(spelled)) expect(check(url), url).toBe('host')
    const elsewhere = refused.filter(
      ([url]) => !URL.canParse(url) || !/^(localhost|127\..*|\[::1\])$/.test(new URL(url).hostname),
    )
    expect(elsewhere.length).toBeGreaterThan(90)
    for (const [url, fault] of elsewhere) expect(check(url), url).toBe(fault)
    expect(check('http://localhost:22')).toBe('port')
    expect(check('http://a@localhost')).toBe('userinfo')
  })
})

describe('addresses', () => {
  it('are public only where the registries say so, to the edge of each range', () => {
    const outside = `9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.255.255 172.15.0.1
      172.32.0.0 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255 2000::1 2001:200::1 2003::1`
    for (const address of words(outside)) expect(isPublicAddress(address), address).toBe(true)
    const inside = '10.255.255.255 100.127.255.255 172.31.0.1 198.19.255.255 239.1.1.1 2001:1ff::1 1fff::1 4000::1'
    for (const address of words(inside)) expect(isPublicAddress(address), address).toBe(false)
    for (const none of ['', 'shop.com', '8.8.8', '08.8.8.8', '8.8.8.8 ', '2606:4700::1%eth0', '[::1]'])
      expect(isPublicAddress(none), none).toBe(false)
  })

  it('are this machine’s only in plain form', () => {
    for (const address of ['127.0.0.1', '127.255.0.1', '::1']) expect(isLoopbackAddress(address)).toBe(true)
    for (const address of ['::ffff:127.0.0.1', '128.0.0.1', '0.0.0.0', '::', 'localhost'])
      expect(isLoopbackAddress(address)).toBe(false)
  })
})
