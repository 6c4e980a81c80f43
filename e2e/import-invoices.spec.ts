import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { csvOf, recordsOf, rowOf } from '#server/invoice-batches/fixtures.ts'
import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'
import { readFile } from 'node:fs/promises'

const languages = { en: english, ar: arabic } as const

for (const [language, texts] of Object.entries(languages)) {
  const { invoiceImport: words } = texts

  test(`${language}: a sheet with faults is checked, its good invoices are made, and its mended errors make the others`, async ({
    page,
    app,
  }) => {
    const choose = async (name: string, bytes: Buffer) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: words.choose, exact: true }).click(),
      ])
      await chooser.setFiles({ name, mimeType: 'text/csv', buffer: bytes })
    }
    const rows = [
      rowOf(`E-${language}-1`),
      rowOf(`E-${language}-2`, { InvoiceDate: '03/04/2026', LineItem_Rate: '1,5' }),
      rowOf(`E-${language}-3`, { Currency: 'JPY', LineItem_Rate: '1500' }),
    ]
    await chooseLanguage(page, language)
    await signIn(page, app, '/invoices?import=new')
    await expectClean(page)
    await choose('broken.xlsx', Buffer.from('no sheet'))
    await expect(page.getByRole('alert')).toHaveText(texts.fieldReasons.unreadable_file)

    await choose('march.csv', csvOf(rows))
    await expect(page.getByRole('heading', { name: words.faults })).toBeVisible()
    const fault = texts.fieldReasons.two_days.replace('{{first}}', '2026-04-03').replace('{{second}}', '2026-03-04')
    const faulty = page.getByRole('row').filter({ hasText: 'InvoiceDate' })
    await expect(faulty).toContainText(fault)
    await expect(page.getByRole('row').filter({ hasText: 'LineItem_Rate' })).toContainText(
      texts.fieldReasons.decimal_point,
    )
    await expect(page.getByRole('row').filter({ hasText: `E-${language}-3` })).toBeVisible()
    await expectClean(page)

    await page
      .getByRole('button', { name: language === 'en' ? 'Create 2 invoices' : arabic.invoiceImport.make_two })
      .click()
    await page.waitForURL(/import=[0-9a-f-]{36}/)
    await expect(page.getByText(texts.states.invoiceBatch.done, { exact: true })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.errorSheet }).click(),
    ])
    expect(download.suggestedFilename()).toBe('march-errors.xlsx')
    const errors = recordsOf(await readFile(await download.path()))
    expect(errors).toMatchObject([{ InvoiceNumber: `E-${language}-2`, InvoiceDate: '03/04/2026' }])
    expect(errors[0]?.['WhatToDo']).toContain(fault)

    await page.getByRole('button', { name: words.other }).click()
    await choose(
      'mended.csv',
      csvOf(errors.map((row) => ({ ...row, InvoiceDate: '2026-03-04', LineItem_Rate: '1.5' }))),
    )
    await page
      .getByRole('button', { name: language === 'en' ? 'Create 1 invoice' : words.make_one, exact: true })
      .click()
    await page.waitForURL(/import=[0-9a-f-]{36}/)
    // The good ones of the first sheet again: they are there.
    await page.getByRole('button', { name: words.other }).click()
    await choose('again.csv', csvOf([rows[0] ?? {}, rows[2] ?? {}]))
    await expect(
      page.getByText(
        language === 'en' ? words.known_other.replace('{{count, number}}', '2') : arabic.invoiceImport.known_two,
      ),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Create|إنشاء)/ })).toHaveCount(0)
    await page.goto(`${app.url}/invoices?search=E-${language}-2`)
    await expect(page.getByText(`E-${language}-2`).first()).toBeVisible()
  })
}
