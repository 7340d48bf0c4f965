import {
  type Act,
  anOrder,
  button,
  inTurn,
  says,
  tryActs,
} from '../../support/connections/cut-acts.ts'

// What is done with an order on the way to its parcel, as in connection.spec.ts.

const acts: Record<string, Act> = {
  'an order that is packed': {
    act: '/admin/orders pack',
    prepare: anOrder('Packed'),
    send: button('Packed'),
    done: says(/is ready to ship/),
    log: ['Packed', 1],
  },
  'an order that is not packed after all': {
    act: '/admin/orders unpack',
    prepare: anOrder('Unpacked'),
    fill: inTurn(button('Packed'), says(/is ready to ship/)),
    send: button('Not packed after all'),
    done: says(/is to be packed again/),
    log: ['Unpacked', 2],
  },
}

tryActs(acts)
