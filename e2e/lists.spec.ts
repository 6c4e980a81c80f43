import { readFile } from 'node:fs/promises'
import { rowsOfFile } from '#test/unzip.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

test.use({ data: 'counted' })

/** A list as its user likes it: columns, views, and all of it as a file. */
test('columns are chosen by keyboard, kept, and taken by the export', async ({ page, app }) => {
  await signIn(page, app, '/payment-links')
  const heads = page.locator('thead th')
  await expect(heads.first()).toHaveText('Created')
  const description = page.getByRole('checkbox', { name: 'Description' })
  // On a busy machine the first key may come before the button listens.
  await expect(async () => {
    if (!(await description.isVisible())) await page.getByRole('button', { name: 'Columns' }).press('Enter')
    await expect(description).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await description.press('Space')
  await page.getByRole('checkbox', { name: 'Source' }).press('Space')
  for (let place = 0; place < 2; place += 1) await page.getByRole('button', { name: 'Move Amount up' }).press('Enter')
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(heads).toHaveText(['Amount', 'Created', 'Status', 'Customer', 'Order ID', 'Expires', 'Source'])
  await page.reload()
  await expect(heads.first()).toHaveText('Amount')
  await expect(page.locator('tbody tr')).toHaveCount(5)

  const downloadAs = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).first().click(),
    ])
    return file
  }
  const file = await downloadAs('Excel')
  expect(file.suggestedFilename()).toMatch(/^payment-links-\d{8}-\d{6}\.xlsx$/)
  const [head, ...rows] = rowsOfFile(await readFile(await file.path()))
  expect(head?.slice(0, 3)).toEqual(['Amount', 'Created (Asia/Singapore)', 'Status'])
  expect(head).toEqual(expect.arrayContaining(['Status code', 'Currency']))
  expect(rows.map(([amount]) => amount).toSorted((a, b) => Number(a) - Number(b))).toEqual([21.5, 84.5, 129, 300, 512])

  const csv = await downloadAs('CSV')
  expect(csv.suggestedFilename()).toMatch(/\.csv$/)
  const lines = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFAmount,Created \(Asia\/Singapore\),Status,Status code,/)
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(expect.arrayContaining(['21.50', '300.00']))

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset to default' }).click()
  await expect(heads.first()).toHaveText('Created')
})

test('a view is saved, opens the list, gives way to an address, and is deleted', async ({ page, app }) => {
  await signIn(page, app, '/payment-links?sort=-amount&status=created', 'sub-admin@acme.example')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('View name').fill('Open, biggest first')
  await page.getByRole('checkbox', { name: 'Default view' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Open, biggest first' })).toBeVisible()

  await page.goto(`${app.url}/payment-links`)
  await expect(page).toHaveURL(/status=created/)
  await expect(page.locator('tbody tr').first()).toContainText('512.00')
  await page.goto(`${app.url}/payment-links?status=cancelled`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()

  await page.goto(`${app.url}/payment-links`)
  await page.getByRole('button', { name: 'Open, biggest first' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(5)
  await page.goto(`${app.url}/payment-links`)
  await expect(page.locator('tbody tr')).toHaveCount(5)
})

test("a master sees its merchants' links in one list and opens each as that merchant's", async ({ page, app }) => {
  await signIn(page, app, '/payment-links?size=25', 'admin@atlas.example')
  await expect(page.locator('tbody tr')).toHaveCount(15)
  await page.locator('tr', { hasText: 'Coral Dive Shop' }).first().getByRole('link').click()
  await expect(page).toHaveURL(/merchant=coral-/)
  await expect(page.locator('h1')).toHaveText('Payment link')
  // Owned, so the master may act; the managed one has not let it.
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeVisible()
  await page.goto(`${app.url}/payment-links?size=25`)
  await page.locator('tr', { hasText: 'Borneo Coffee' }).first().getByRole('link').click()
  await expect(page.getByText('No one has tried to pay this link yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Duplicate' })).toHaveCount(0)

  // In an Arabic table a long Latin name loses its end, not its beginning, and stands where the Arabic ones do.
  await chooseLanguage(page, 'ar')
  await page.goto(`${app.url}/payment-links?size=25`)
  const name = page.locator('td bdi', { hasText: 'Coral Dive Shop' }).first()
  await expect(name).toHaveCSS('direction', 'ltr')
  await expect(name).toHaveCSS('text-overflow', 'ellipsis')
  await expect(name).toHaveCSS('text-align', 'right')
})
