import type { Readable } from 'node:stream'
import { afterAll, beforeAll, expect } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { faults } from '#contract/faults.ts'
import type { Call } from '#contract/kit/call.ts'
import { repeatOf } from '#contract/kit/call-facts.ts'
import { limits } from '#contract/limits.ts'
import { seedObjects, type Objects } from './objects.ts'
import { formType } from './picture.ts'
import { addressOf, requestOf } from './request.ts'
import { openTestApp, type Answer, type TestApp, type TestMerchant, type TestSession } from './test-app.ts'

/** What the tests of all uploads share: the calls, an app with somebody who may bring files, and what a refusal looks like. */

export const uploads = allCalls().filter(({ call }) => call.file)
export const largestLimit = limits.uploadBytes + limits.uploadFormBytes

interface Uploader {
  merchant: TestMerchant
  session: TestSession
  objects: Objects
}
export interface Uploading extends Uploader {
  testApp: TestApp
  /** Who may make a call. */
  userOf: (call: Call) => Uploader
  bring: (
    call: Call,
    body: Buffer | Readable,
    headers?: Record<string, string>,
    as?: TestSession | null,
  ) => Promise<Answer>
}
/** The app and the user of a test file, there from its first test to its last. */
export function useUploading(): Uploading {
  const on = {} as Uploading
  beforeAll(async () => {
    const testApp = await openTestApp()
    const open = async (crossBorder: boolean) => {
      const merchant = await testApp.addMerchant(crossBorder ? { crossBorder } : {})
      const session = await testApp.signIn(merchant, { secondFactor: true })
      return { merchant, session, objects: await seedObjects(testApp, merchant, 'Shop') }
    }
    const at = await open(false)
    // Some calls are only of merchants who sell abroad, and others never of theirs.
    const abroad = await open(true)
    const userOf: Uploading['userOf'] = ({ access }) => (access === 'remittances' ? abroad : at)
    const bring: Uploading['bring'] = (call, body, headers = {}, as) => {
      const { session, merchant, objects } = userOf(call)
      const path = addressOf(call, requestOf(call, { merchant, objects }).path)
      return testApp.call(as === undefined ? session : as, call.method, path, body, {
        'content-type': formType,
        ...(repeatOf(call) === 'required' && { 'idempotency-key': crypto.randomUUID() }),
        ...headers,
      })
    }
    Object.assign(on, { testApp, ...at, userOf, bring })
  })
  afterAll(() => on.testApp.close())
  return on
}

export function expectRefused(call: Call, answer: Answer, fault: keyof typeof faults, what: string): void {
  const { http, reason, text } = faults[fault]
  expect({ what, status: answer.status, reason: answer.body['status_reason'] }).toEqual({ what, status: http, reason })
  for (const key of call.errorKeys ?? ['Message']) expect(answer.body[key], what).toBe(text)
}
