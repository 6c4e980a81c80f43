import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { requestNamer } from './request-id.ts'
import { onBehalfOf, traceHeaders, traceOf } from '#server/kit/process/trace.ts'

const from = (remoteAddress: string, id?: string) =>
  ({ headers: id === undefined ? {} : { 'x-request-id': id }, socket: { remoteAddress } }) as unknown as IncomingMessage

describe('the id of a request', () => {
  test('is the one that a trusted proxy gave it', () => {
    const name = requestNamer(['10.0.0.0/8', '::1'])
    expect(name(from('10.1.2.3', 'edge-0000000001'))).toBe('edge-0000000001')
    expect(name(from('::ffff:10.1.2.3', 'edge-0000000002'))).toBe('edge-0000000002')
    expect(name(from('::1', 'edge-0000000003'))).toBe('edge-0000000003')
  })

  test('is ours, and each another, when anybody else gave one, or a proxy none or nonsense', () => {
    const name = requestNamer(['10.0.0.0/8'])
    const given = [
      from('192.0.2.1', 'edge-0000000001'),
      from('10.1.2.3'),
      from('10.1.2.3', 'short'),
      from('10.1.2.3', 'with space inside'),
      from('10.1.2.3', 'x'.repeat(65)),
      from('10.1.2.3', 'line\nbreak-0000'),
    ].map(name)
    expect(given.every((id) => /^[\w-]{9,20}$/.test(id))).toBe(true)
    expect(new Set(given).size).toBe(given.length)
    expect(requestNamer([])(from('127.0.0.1', 'edge-0000000001'))).not.toBe('edge-0000000001')
  })

  test('goes out with calls as a W3C trace that is found from it, and only on its behalf', async () => {
    expect(traceHeaders()).toEqual({})
    const { traceparent } = await onBehalfOf('edge-0000000001', async () => traceHeaders())
    expect(traceparent).toMatch(new RegExp(`^00-${traceOf('edge-0000000001')}-[0-9a-f]{16}-01$`))
  })
})
