import { done, type Arrangements } from './scene.ts'

/** The merchant's secret while it is being replaced. */
export const ofSecrets: Arrangements = {
  signWithNewSecret: (scene) => rotated(scene),
  endPreviousSecret: (scene) => rotated(scene),
}

const rotated: Arrangements[string] = async (scene) => {
  const path = `/api/merchants/${scene.session.merchant.key}/secret/rotate`
  await done(scene, 'POST', path, { overlap_hours: 24 })
}
