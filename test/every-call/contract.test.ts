import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '#contract/access.ts'
import { allCalls } from '#contract/contract.ts'
import type { Call } from '#contract/kit/call.ts'
import { closedList, routeOf } from '#contract/kit/call-facts.ts'
import { refFields } from '#contract/kit/refs.ts'
import { fieldsOf } from '#test/sample.ts'
import { openScene, type Scene } from './scene.ts'

const calls = allCalls()
let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.testApp.close())

describe('the contract', () => {
  it('has a rule, an answer and a name of its own for every call', () => {
    expect(new Set(calls.map(({ call }) => call.at)).size).toBe(calls.length)
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
    for (const { name, call } of calls) {
      expect(rules[call.access], name).toBeDefined()
      expect(
        scene.testApp.app.hasRoute({
          method: call.method,
          url: `/gateway${routeOf(call)}`,
        }),
        name,
      ).toBe(true)
    }
  })

  it('tells calls at one path apart by the values of a parameter, each value those of one call', () => {
    const placeOf = ({ method, path }: Call) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`
    const shared = [...Map.groupBy(calls, ({ call }) => placeOf(call)).values()].filter((group) => group.length > 1)
    expect(shared.length).toBeGreaterThan(0)
    for (const group of shared) {
      const values = group.flatMap(({ call }) => closedList(call.params?.[call.apartBy ?? '']))
      expect(new Set(values).size, group.map(({ name }) => name).join()).toBe(values.length)
      expect(group.filter(({ call }) => call.apartBy === undefined).length).toBeLessThanOrEqual(1)
    }
  })

  it('gives every field that sounds like a merchant the type that the gate checks', () => {
    const suspicious =
      /^(key|uuid|uuids|merchant_?(id|key|keys|uuid)|chaipay_key|portone_key|iamport_?key|account_ids|client_key)$/i
    for (const { name, call } of calls) {
      const marked = [call.body, call.query].flatMap(refFields).map(({ path }) => path.at(-1))
      for (const field of [...Object.keys(fieldsOf(call.body)), ...Object.keys(fieldsOf(call.query))])
        if (suspicious.test(field)) expect(marked, `${name}.${field}`).toContain(field)
    }
  })
})
