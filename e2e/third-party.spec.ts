import { readFile } from 'node:fs/promises'
import arabic from '#i18n/ar/console.json' with { type: 'json' }
import english from '#i18n/en/console.json' with { type: 'json' }
import { csvOf, rowOf } from '#server/third-party/fixtures.ts'
import { expectClean } from './accessible.ts'
import { chooseLanguage, signIn } from './actions.ts'
import { expect, test } from './fixtures.ts'

const languages = { en: english, ar: arabic } as const

for (const [language, texts] of Object.entries(languages)) {
  const { thirdParty: words } = texts

  test(`${language}: a sheet with titles of its own is mapped, loaded without its errors, listed and taken back`, async ({
    page,
    app,
  }) => {
    const titles = { date: 'Booked', amount: 'Sum', status: 'Outcome' }
    const bytes = csvOf(
      [
        rowOf(`${language}1`, { status: 'ok', payer: 'Mei Tan' }),
        rowOf(`${language}2`, { status: 'ok', payer: 'Ana Lim', amount: '1,250' }),
      ],
      titles,
    )
    await chooseLanguage(page, language)
    await signIn(page, app, '/transactions/third-party?upload=new')
    await expectClean(page)
    await page.getByRole('combobox', { name: words.source, exact: true }).fill(`acquirer ${language}`)
    await page.getByRole('heading', { name: words.format }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words.choose, exact: true }).click(),
    ])
    await chooser.setFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: bytes })
    await expect(page.getByRole('alert')).toContainText(texts.thirdPartyFields.date)
    await expect(page.getByRole('cell', { name: '1,250' })).toBeVisible()
    await expectClean(page)

    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    for (const [field, title] of Object.entries(titles))
      await choose(texts.thirdPartyFields[field as keyof typeof titles], title)
    const again = page.getByRole('button', { name: words.again })
    await again.click()
    await expect(page.getByText(words.statusesHint)).toBeVisible()
    await choose(words.means.replace('{{word}}', '\u2068ok\u2069'), texts.states.thirdParty.Success)
    await again.click()
    await page
      .getByRole('button', { name: language === 'en' ? 'Load 1 transaction' : arabic.thirdParty.load_one })
      .click()
    await page.waitForURL(/upload=[0-9a-f-]{36}/)
    await expect(page.getByText(texts.states.thirdPartyUpload.loaded, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(texts.fieldReasons.not_a_plain_decimal)).toBeVisible()
    await expectClean(page)
    const [download] = await Promise.all([page.waitForEvent('download'), exportErrors()])
    expect(await readFile(await download.path(), 'utf8')).toContain('"1,250"')

    await page.getByRole('link', { name: words.toTransactions }).click()
    await expect(page.getByText(words.others)).toBeVisible()
    await expect(page.getByText('Mei Tan')).toBeVisible()
    await expectClean(page)
    await page.goBack()
    await page.getByRole('button', { name: words.takeBack, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.takeBack, exact: true }).click()
    await expect(page.getByText(texts.states.thirdPartyUpload.taken_back, { exact: true }).first()).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${app.url}/transactions/third-party?upload=all`)
    await expect(page.getByText('march.csv').first()).toBeVisible()
    await expectClean(page)

    async function exportErrors() {
      await page.getByRole('button', { name: texts.list.export }).click()
      await page.getByRole('menuitem', { name: texts.list.exportCsv }).first().click()
    }
  })
}
