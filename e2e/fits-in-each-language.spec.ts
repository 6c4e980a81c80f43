import { screens } from '#contract/screens.ts'
import { full } from '#test/faults/counts.ts'
import { probesOf } from '#test/probes.ts'
import { goTo, signIn } from './actions.ts'
import { test } from './fixtures.ts'
import { done, looking } from './look-in-each-language.ts'
import { byPath, makeObjects, master, objectScreens, openObjects, states } from './screens.ts'

/**
 * Every screen in each language, on a phone, a tablet and a desk: nothing is cut, nothing runs out of its box or over
 * something else, and nothing scrolls sideways. A run looks at a share of them, another for each commit; the long form
 * looks at all.
 */
test.describe.configure({ mode: 'parallel' })

test('the screens of a master', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await signIn(page, app, '/dashboard', master)
  for (const path of probesOf('fits', [...byPath, ...states], 1)) {
    await goTo(page, app, path)
    await look(path)
  }
  done(look)
})

test('the screens of a merchant with much in them', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await signIn(page, app, '/dashboard')
  const paths = byPath.filter((path) => !path.startsWith(screens.masterMerchants.path))
  for (const path of probesOf('fits of a merchant', paths, 1)) {
    await goTo(page, app, path)
    await look(path)
  }
  done(look)
})

test('the screens of objects', async ({ page, app }) => {
  test.setTimeout(full ? 1_800_000 : 120_000)
  const look = await looking(page)
  await makeObjects(app)
  await signIn(page, app, '/dashboard', master)
  await openObjects(page, app, probesOf('fits of objects', objectScreens, 1), () => look(new URL(page.url()).pathname))
  done(look)
})
