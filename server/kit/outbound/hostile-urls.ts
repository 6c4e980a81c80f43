import type { OutboundUrlFault } from './outbound-url.ts'

export const words = (text: string) => text.trim().split(/[ \n]+/)

const blanks = ['', ' https://shop.com', 'https://shop.com\n', 'https://shop.com/a b', 'https://sh\top.com']
/** Addresses that nothing is ever sent to, by why not. */
export const hostileUrls: Record<OutboundUrlFault, string[]> = {
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
