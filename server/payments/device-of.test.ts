import { expect, it } from 'vitest'
import { deviceOf } from './device-of.ts'

it.each([
  ['', { device: '', system: '', browser: '' }],
  ['curl/8.5.0', { device: 'other', system: 'other', browser: 'other' }],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    { device: 'computer', system: 'windows', browser: 'edge' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    { device: 'computer', system: 'macos', browser: 'safari' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    { device: 'phone', system: 'ios', browser: 'chrome' },
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    { device: 'tablet', system: 'ios', browser: 'safari' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    { device: 'phone', system: 'android', browser: 'samsung' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    { device: 'tablet', system: 'android', browser: 'chrome' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    { device: 'computer', system: 'linux', browser: 'firefox' },
  ],
])('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device)
})
