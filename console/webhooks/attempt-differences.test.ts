import { expect, test } from 'vitest'
import type { WholeAttempt } from '#contract/webhook-log.ts'
import { attemptDifferences } from './attempt-differences.ts'

const attempt = (more: Partial<WholeAttempt>): WholeAttempt => ({
  at: '2026-11-27 00:00:00',
  status: 503,
  fault: '',
  duration_ms: 5,
  response: 'busy',
  url: 'https://shop.example/a',
  request_headers: { 'webhook-timestamp': '1', 'webhook-signature': 'v1,a', 'X-Key': '***' },
  response_headers: { Date: 'one', server: 'a' },
  name_ms: null,
  connect_ms: null,
  tls_ms: null,
  first_byte_ms: null,
  ...more,
})

test('two attempts differ in what is not the time or the signature by it', () => {
  const later = { request_headers: { 'webhook-timestamp': '2', 'webhook-signature': 'v1,b', 'x-key': '***' } }
  expect(attemptDifferences(attempt({}), attempt({ ...later, at: '2026-11-28 00:00:00', duration_ms: 9 }))).toEqual([])
  expect(
    attemptDifferences(
      attempt({}),
      attempt({ status: 0, fault: 'timeout', response: '', response_headers: {}, url: 'https://shop.example/b' }),
    ),
  ).toEqual([
    { name: 'url', before: 'https://shop.example/a', after: 'https://shop.example/b' },
    { name: 'status', before: '503', after: 'timeout' },
    { name: '← server', before: 'a', after: '' },
    { name: 'response', before: 'busy', after: '' },
  ])
})
