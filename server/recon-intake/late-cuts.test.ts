import { afterAll, beforeAll, it } from 'vitest'
import { pullCutAfter } from './cut-fixtures.ts'
import { openIntake, type Intake } from './fixtures.ts'

let intake: Intake
beforeAll(async () => {
  intake = await openIntake()
  await intake.connect()
})
afterAll(() => intake.close())

it.each([7, 8, 9])('a file whose connection is cut after %i tenths goes on there, and is whole', (tenths) =>
  pullCutAfter(intake, tenths),
)
