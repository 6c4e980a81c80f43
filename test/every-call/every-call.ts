import { afterAll, beforeAll } from 'vitest'
import { testAnswers } from './answers.ts'
import { testGarbage } from './garbage.ts'
import { openScene, takesSession, type Entry, type Scene } from './scene.ts'
import { testSessions } from './sessions.ts'
import { testStrangers } from './strangers.ts'

/**
 * What holds for every declared call, without a line for any of them. A call that is added to the contract is in here
 * from that moment; one whose path or body has a reference of a new kind needs that kind in `objects.ts`. Of each call it
 * tries some probes, others for each commit; their number is fixed for all calls together. The long form tries all.
 */
export function testEveryCall(calls: readonly Entry[]): void {
  let scene: Scene
  beforeAll(async () => {
    scene = await openScene()
  })
  afterAll(() => scene.testApp.close())

  const withSession = calls.filter(takesSession)
  testSessions(withSession, () => scene)
  testStrangers(withSession, () => scene)
  testGarbage(calls, () => scene)
  testAnswers(withSession, () => scene)
}
