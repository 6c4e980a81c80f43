import { expectNothingSideways } from './accessible.ts'
import { signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test('at 1280 pixels the default columns of payments fit, and a cut text is told in full', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, app, '/transactions/payments?status=Failed')
  await page.locator('tbody a').first().waitFor()
  await expectNothingSideways(page)
  const cut = await page.locator('tbody td').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const short = [cell, ...cell.querySelectorAll('*')].find(
        ({ scrollWidth, clientWidth, localName }) => scrollWidth > clientWidth && localName !== 'a' && clientWidth > 0,
      )
      if (!short) return []
      const { x, y, width, height } = cell.getBoundingClientRect()
      const { textOverflow } = getComputedStyle(short)
      return [{ x: x + width / 2, y: y + height / 2, text: cell.textContent, textOverflow }]
    }),
  )
  expect(cut.length, 'some reason is longer than its column').toBeGreaterThan(0)
  for (const { x, y, text, textOverflow } of cut.filter((one) => one.y < 700)) {
    expect(textOverflow, text ?? '').toBe('ellipsis')
    await page.mouse.move(x, y)
    const title = () => page.evaluate(([left = 0, top = 0]) => document.elementFromPoint(left, top)?.getAttribute('title'), [x, y]) // prettier-ignore
    await expect.poll(title).toBe(text)
  }
})

test('while a hundred rows pass by, head and foot stay, and the number of rows is remembered', async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, app, '/transactions/payments')
  await expect(page.locator('tbody tr')).toHaveCount(25)
  await page.getByLabel('Rows').selectOption('100')
  await expect(page.locator('tbody tr')).toHaveCount(100)
  await page.mouse.move(600, 500)
  await expect(page.locator('[data-too-wide]'), 'the default columns fit, whatever their rows hold').toHaveCount(0)
  await page.mouse.wheel(0, 1500)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000)
  for (const part of [
    page.getByRole('button', { name: 'Search' }),
    page.locator('thead th').first(),
    page.getByLabel('Rows'),
  ])
    await expect(part).toBeInViewport({ ratio: 1 })
  // What has the focus is not behind them.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('j')
  await expect(page.locator('tbody tr:nth-child(3) a')).toBeFocused()
  await expect(page.locator('tbody tr:nth-child(3) a')).toBeInViewport({ ratio: 1 })

  await page.goto(`${app.url}/transactions/payments`)
  await expect(page.locator('tbody tr')).toHaveCount(100)
})

test('columns beyond the window are reached by a scroll bar that is seen', async ({ page, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, app, '/transactions/payments', 'payment-admin@acme.example')
  await page.getByRole('button', { name: 'Columns' }).click()
  for (const column of ['E-mail', 'Reference', 'Channel', 'Card', 'Currency', 'Link reference'])
    await page.getByRole('checkbox', { name: column }).last().check()
  await page.getByRole('button', { name: 'Apply' }).click()
  const pane = page.locator('[data-too-wide]')
  await expect(pane).toBeInViewport({ ratio: 1 })
  await pane.evaluate((element) => element.scrollBy(2000, 600))
  await expect(page.getByRole('columnheader', { name: 'Link reference' })).toBeInViewport({ ratio: 0.99 })
})

test('a row that its reader may not open is no link', async ({ page, app }) => {
  await signIn(page, app, '/transactions/payments', 'recon-user@acme.example')
  await expect(page.locator('tbody tr').first()).toContainText(/\d [A-Z]{3}/)
  await expect(page.locator('tbody a')).toHaveCount(0)
  await page.locator('tbody tr').first().click()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transactions\/payments$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page.locator('[data-row] a')).toHaveCount(0)
})

test('the columns are chosen once the choice of before is known', async ({ page, app }) => {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/custom-col-details*', async (route) => {
    await asked
    await route.continue()
  })
  await signIn(page, app, '/transactions/payments')
  const columns = page.getByRole('button', { name: 'Columns' })
  await expect(columns).toBeDisabled()
  answer()
  await columns.click()
  await expect(page.getByRole('checkbox', { name: 'E-mail' }).last()).toBeVisible()
})
