import { afterAll, beforeAll, expect, it } from 'vitest'
import { letGo } from './acts.ts'
import { askDocument } from './ask-document.ts'
import { endHolds } from './end-holds.ts'
import { fakeProvider } from './fake-provider.ts'
import { openRemitting, type Remitting } from './fixtures.ts'
import { holdFound } from './hold-found.ts'
import { lockRemittance } from './rows.ts'
import { monday, openOverdue } from './told-fixtures.ts'

let first: Remitting
const { fake, provider } = fakeProvider()
beforeAll(async () => {
  first = await openRemitting()
  first.testApp.serveParts.services.provider = () => provider
})
afterAll(() => first.close())

/** A settlement that is cut, and how it stands. */
async function cutOne() {
  const one = await openOverdue(first.testApp, fake)
  await one.cut()
  return {
    ...one,
    stands: async () => {
      const row = (await one.shop.rows()).find(({ settlement_ref }) => settlement_ref === one.ref)
      return [row?.status, row?.holds]
    },
    add: () =>
      one.shop.at(monday, async (ctx) => {
        const row = await lockRemittance(ctx, one.ref)
        if (row) await endHolds(ctx, row, ['document_missing'])
      }),
  }
}

it('a settlement of which a document is asked for is not sent until one is added, and people are told', async () => {
  const one = await cutOne()
  const admin = await one.signIn()
  await one.shop.at(monday, (ctx) => askDocument(ctx, one.ref))
  await expect(one.shop.at(monday, (ctx) => askDocument(ctx, one.ref))).rejects.toMatchObject({ fault: 'wrongState' })
  await one.quote()
  expect(await one.stands()).toEqual(['On Hold', ['document_missing']])
  expect(await one.toldTo(admin)).toMatchObject([
    { kind: 'remittance_held', facts: { settlement_ref: one.ref, reason: 'document_missing' } },
  ])
  await one.add()
  await one.quote()
  await one.send()
  expect((await one.stands())[0]).toBe('Remitted')
  await expect(one.shop.at(monday, (ctx) => askDocument(ctx, one.ref))).rejects.toMatchObject({ fault: 'wrongState' })
})

it('what else holds it stays, and the operator who ends that does not end the wait for a document', async () => {
  const one = await cutOne()
  const admin = await one.signIn()
  await one.shop.at(monday, (ctx) => holdFound(ctx, { detail: `${one.ref} is off` }))
  await one.shop.at(monday, (ctx) => askDocument(ctx, one.ref))
  expect(await one.stands()).toEqual(['On Hold', ['proof', 'document_missing']])
  expect((await one.toldTo(admin)).at(-1)).toMatchObject({ facts: { reason: 'proof document_missing' } })
  await one.shop.at(monday, (ctx) => letGo(ctx, one.ref))
  await one.quote()
  expect(await one.stands()).toEqual(['On Hold', ['document_missing']])
})
