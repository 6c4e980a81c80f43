import type { Party } from '#test/carriers.ts'
import { seedObjects } from '#test/objects.ts'
import type { TestApp } from '#test/test-app.ts'

/** A text that every object of a party carries, so that it is noticed wherever it should not be. */
export const canary = (name: string) => `CanaryOf${name.replaceAll(/\W/g, '')}`

/** A merchant with a user and one of each object. */
export async function addParty(
  testApp: TestApp,
  name: string,
  changes: Parameters<TestApp['addMerchant']>[0] = {},
): Promise<Party> {
  const merchant = await testApp.addMerchant({ ...changes, name: canary(name) })
  const { subUserId } = await testApp.signIn(merchant, { name: canary(name) })
  return { merchant, subUserId, objects: await seedObjects(testApp, merchant, canary(name)) }
}
