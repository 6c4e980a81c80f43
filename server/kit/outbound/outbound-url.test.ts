import { describe, expect, it } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './address.ts'
import { checkOutboundUrl } from './outbound-url.ts'
import type { OutboundUrlFault } from './outbound-url.ts'

const words = (text: string) => text.trim().split(/[ \n]+/)

const blanks = ['', ' https://shop.com', 'https://shop.com\n', 'https://shop.com/a b', 'https://sh\top.com']
const hostile: Record<OutboundUrlFault, string[]> = {
  malformed: blanks.concat(
    words(`x //shop.com /hook https: https:// https:///shop.com https:shop.com https:/shop.com/ https://[::1
      https:\\\\shop.com https://shop.com\\@127.0.0.1 https://127.0.0.1\\.shop.com https://sh%6fp.com https://1.2.3.256
      https://shop.com:99999 https://shop.com:-1 https://%31%32%37.0.0.1`),
    ['https://shop.com/\r\nX:y', 'https://shop.com/\0', 'https://\u00adlocalhost', 'https://local\u200bhost'],
    `https://shop.com/${'a'.repeat(2048)}`,
  ),
  scheme: words(`ftp://shop.com file:///etc/passwd gopher://shop.com:70 javascript:alert(1) data:text/plain,hi
    unix:/var/run/docker.sock ws://shop.com blob:https://shop.com/1 jar:http://shop.com!/ dict://shop.com`),
  not_https: words('http://shop.com HTTP://SHOP.COM http://shop.com:8080 http://8.8.8.8'),
  userinfo: words(
    'https://a@shop.com https://a:b@shop.com https://@shop.com https://shop.com@127.0.0.1 https://:@shop.com',
  ),
  port: words(`https://shop.com:22 https://shop.com:25 https://shop.com:0 https://shop.com:81 https://shop.com:1023
    http://127.0.0.1:25 https://shop.com:465`),
  host: words(`https://localhost https://LOCALHOST https://localhost. https://a.localhost https://localhost.localdomain
    https://shop.com. https://intranet https://printer.local https://metadata https://metadata.google.internal
    https://metadata.google.internal. https://router.lan https://nas.home https://x.home.arpa https://a.onion
    https://db.corp https://8.8.2056 https://134744072 https://0x08080808 https://010.8.8.8 https://８.8.8.8`),
  address:
    words(`https://127.0.0.1 https://127.255.255.254 https://0.0.0.0 https://0 https://10.1.2.3 https://172.16.0.1
    https://172.31.255.255 https://192.168.0.1 https://169.254.169.254 https://100.64.0.1 https://100.100.100.200
    https://168.63.129.16 https://192.0.0.192 https://198.18.0.1 https://224.0.0.1 https://255.255.255.255
    https://2130706433 https://0x7f000001 https://0x7f.0.0.1 https://0177.0.0.1 https://127.1 https://0xA9FEA9FE
    https://[::1] https://[::] https://[::ffff:127.0.0.1] https://[::ffff:8.8.8.8] https://[::ffff:a9fe:a9fe]
    https://[64:ff9b::7f00:1] https://[64:ff9b::8.8.8.8] https://[64:ff9b:1::1] https://[fe80::1] https://[fc00::1]
    https://[fd00:ec2::254] https://[ff02::1] https://[2002:7f00:1::] https://[2001::1] https://[2001:db8::1]
    https://[::127.0.0.1] https://[100::1] https://[fec0::1] https://[3fff::1] https://１２７.０.０.１
    https://127。0。0。1 https://192.0.2.1 https://198.51.100.1 https://203.0.113.1 https://192.88.99.1`),
}
const refused = Object.entries(hostile).flatMap(([fault, urls]) => urls.map((url) => [url, fault] as const))

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
