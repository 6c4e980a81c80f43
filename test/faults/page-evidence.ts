import { Client, types } from 'pg'
import type { Load } from './client.ts'
import type { PageEvidence } from './page-checker.ts'
import { readPage } from './page-calls.ts'
import type { Sale } from './page-shop.ts'
import { readWitness } from './witness.ts'

/** What the database, the console and the provider's file say of a page; read as the owner of the schema, in one snapshot. */
export async function pageEvidence(load: Load, sale: Sale): Promise<PageEvidence> {
  const { ownerUrl, simulator } = load.deployment
  const client = new Client({ connectionString: ownerUrl, types: { getTypeParser: bigints } })
  await client.connect()
  const rows = async <R extends object>(text: string) => (await client.query<R>(text, [sale.pageRef])).rows
  try {
    await client.query('begin isolation level repeatable read read only')
    const [stock] = await rows<PageEvidence['stock']>(
      'select stocked, available, reserved, sold from page_stocks where page_ref = $1',
    )
    if (!stock) throw new Error(`no stock of ${sale.pageRef}`)
    return {
      stocked: sale.stocked,
      buyers: sale.buyers,
      shown: await readPage(load, sale.merchant, sale.pageRef),
      stock,
      orders: await rows(
        'select order_ref, status, quantity, amount_minor, units from page_orders where page_ref = $1',
      ),
      movements: await rows('select order_ref, movement, units from stock_movements where page_ref = $1'),
      payments: await rows(`
        select order_ref, payable_ref as page_order_ref, status, late, amount_minor from payments where source_ref = $1`),
      booked: await rows(`
        select t.object_ref, sum(e.amount_minor)::bigint as receivable
        from ledger_transfers t join ledger_entries e using (merchant_id, environment, transfer_id)
        where t.kind = 'payment.captured' and e.account like 'psp_receivable:%'
          and t.object_ref in (select order_ref from payments where source_ref = $1)
        group by t.object_ref`),
      witness: (await readWitness(simulator.dir)).payments,
    }
  } finally {
    await client.end()
  }
}

function bigints(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === types.builtins.INT8 ? BigInt : types.getTypeParser(oid, format as 'text')
}
