import type { CSSProperties, ReactNode } from 'react'
import type { DocumentBlocks, InvoiceDocument } from '#contract/invoice-documents.ts'
import { languages } from '#i18n/languages.ts'
import styles from './paper.module.css'

type Block = DocumentBlocks[number]
type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** The document of an invoice as its customer gets it, in its own language and direction: beside the form, in the details, on paper. */
export function Paper({ document: { language, design, color, blocks } }: { document: InvoiceDocument }): ReactNode {
  return (
    <article
      className={styles['paper']}
      lang={language}
      dir={languages[language].direction}
      data-design={design || 'classic'}
      data-ink
      style={{ '--ink': color || 'var(--plain-ink)' } as CSSProperties}
    >
      {blocks.map((block, at) => (
        <Part key={`${block.kind} ${at}`} block={block} />
      ))}
    </article>
  )
}

function Part({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'banner':
      return (
        <p className={styles['banner']} data-ink>
          {block.text}
        </p>
      )
    case 'head':
      return <Head {...block} />
    case 'facts':
      return <Rows rows={block.rows.map((row) => ({ ...row, strong: false }))} className={styles['facts']} />
    case 'parties':
      return <Parties {...block} />
    case 'table':
      return <Table {...block} />
    case 'sums':
      return <Rows rows={block.rows} className={styles['sums']} />
    case 'notes':
      return <Notes {...block} />
    case 'pay':
      return <Pay {...block} />
  }
}

const Head = ({ title, number, logo, seller }: Of<'head'>): ReactNode => (
  <header className={styles['head']} data-ink>
    <div className={styles['title']} data-ink>
      <strong>{title}</strong>
      {number && <bdi>{number}</bdi>}
    </div>
    <div>
      {logo && <img className={styles['logo']} src={logo} alt="" />}
      {seller.map((line, at) => (
        <div key={`${at} ${line}`}>
          <bdi>{line}</bdi>
        </div>
      ))}
    </div>
  </header>
)

const Rows = ({ rows, className }: { rows: Of<'sums'>['rows']; className: string | undefined }): ReactNode => (
  <dl className={className}>
    {rows.map(({ label, value, strong }, at) => (
      <div key={`${at} ${label}`} data-strong={strong || undefined}>
        <dt>
          <bdi>{label}</bdi>
        </dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)

const Parties = ({ parties }: Of<'parties'>): ReactNode => (
  <div className={styles['parties']}>
    {parties.map(({ label, lines }) => (
      <div key={label}>
        <div className={styles['label']}>{label}</div>
        {lines.map((line, at) => (
          <div key={`${at} ${line}`}>
            <bdi>{line}</bdi>
          </div>
        ))}
      </div>
    ))}
  </div>
)

const Table = ({ columns, rows }: Of<'table'>): ReactNode => (
  <table className={styles['table']}>
    <thead>
      <tr>
        {columns.map(({ title, numeric }) => (
          <th key={title} scope="col" data-numeric={numeric || undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, at) => (
        <tr key={at}>
          {cells.map((cell, place) => (
            <td key={columns[place]?.title ?? place} data-numeric={columns[place]?.numeric || undefined}>
              <bdi>{cell}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Notes = ({ notes }: Of<'notes'>): ReactNode => (
  <div className={styles['notes']}>
    {notes.map(({ title, text }, at) => (
      <div key={`${at} ${title}`}>
        {title && <div className={styles['label']}>{title}</div>}
        <p>{text}</p>
      </div>
    ))}
  </div>
)

const Pay = ({ label, url, qr_code: code }: Of<'pay'>): ReactNode => (
  <div className={styles['pay']}>
    {code && <img src={code} width={88} height={88} alt="" />}
    <div>
      <strong>{label}</strong>
      <bdi dir="ltr">{url}</bdi>
    </div>
  </div>
)
