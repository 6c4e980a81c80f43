import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { Fault, faults, type FaultName } from '#contract/faults.ts'
import { call, nothing } from '#contract/kit/call.ts'
import { faultsOf } from '#contract/kit/call-faults.ts'
import { openApi } from '#server/openapi.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { serve } from './serve.ts'
import { createServer } from './server.ts'

const domain = {
  probe: call({ at: 'GET /probe', answer: nothing, access: 'public', faults: ['tooMany'], errorKeys: ['error'] }),
}
let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** The answer and the log of a call whose handler throws this error. */
async function thrown(fault: FaultName, undeclaredFaults: 'answer' | 'fail') {
  const lines: string[] = []
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  const app = await createServer({ log: pino({ level: 'error' }, sink), trustProxy: [], rateFactor: 1_000 })
  const probe = async () => {
    throw new Fault(fault)
  }
  serve(app, domain, { probe }, { ...testApp.serveParts, undeclaredFaults })
  const answer = await app.inject({ method: 'GET', url: '/gateway/probe' })
  await app.close()
  const body = answer.json<Record<string, unknown>>()
  return { status: answer.statusCode, reason: body['status_reason'], text: body['error'], log: lines.join('') }
}

describe('a fault that its call does not declare', () => {
  it('is an internal error in tests, whose log names both', async () => {
    expect(await thrown('duplicateName', 'fail')).toMatchObject({
      status: 500,
      reason: faults.internal.reason,
      log: expect.stringContaining('probe answers duplicateName, which it does not declare') as string,
    })
  })

  it('is answered and logged in production', async () => {
    expect(await thrown('duplicateName', 'answer')).toMatchObject({
      status: faults.duplicateName.http,
      reason: faults.duplicateName.reason,
      text: faults.duplicateName.text,
      log: expect.stringContaining('probe answers duplicateName, which it does not declare') as string,
    })
  })
})

it('a fault that its call declares is answered as it is, and so is one of the kit', async () => {
  for (const fault of ['tooMany', 'unavailable'] as const)
    expect(await thrown(fault, 'fail')).toMatchObject({
      status: faults[fault].http,
      reason: faults[fault].reason,
      log: '',
    })
})

it('the OpenAPI document has for each call just the faults that it may answer', () => {
  const { paths } = openApi() as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }
  for (const { name, call: of } of allCalls()) {
    const { responses } = paths[of.path]?.[of.method.toLowerCase()] ?? { responses: {} }
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
    const reasons = errors.flatMap(([status, { description }]) =>
      description.split(', ').map((reason) => `${status} ${reason}`),
    )
    const may = [...faultsOf(of)].map((fault) => `${faults[fault].http} ${faults[fault].reason}`)
    expect(new Set(reasons), name).toEqual(new Set(may))
  }
})
