import { afterAll, beforeAll, expect, it } from 'vitest'
import { theirs } from '#server/recon-runs/work-out/sheet-fixtures.ts'
import { line, paidOut } from './closing-fixtures.ts'
import { openSettling, openWorkingOut, type WorkingOut } from './fixtures.ts'

let app: WorkingOut
beforeAll(async () => {
  app = await openWorkingOut()
})
afterAll(() => app.close())

it('where it is switched on, what is proven and has nothing open is closed by its run', async () => {
  const pair = await openSettling(app)
  const states = async () => (await pair.settlements()).map(({ batch, state }) => `${batch} ${state}`)
  await pair.book([{ ref: '1', amount: 10_000 }])
  await pair.load(
    'b',
    theirs(
      line('B1', { ref: '1', gross: '100.00', net: '100.00' }),
      paidOut('B1', '-100.00'),
      line('B2', { ref: '7', gross: '5.00', net: '5.00' }),
      paidOut('B2', '-5.00'),
    ),
  )
  await pair.run()
  expect(await states()).toEqual(['B1 proven', 'B2 proven'])
  const admin = await app.testApp.signIn(pair.merchant)
  const wished = { settlements_close_themselves: true }
  expect((await app.testApp.call(admin, 'POST', '/api/recon/switches', wished)).status).toBe(200)
  await pair.run()
  expect(await states()).toEqual(['B1 closed', 'B2 proven'])
  expect(await pair.findings()).toEqual([])
})
