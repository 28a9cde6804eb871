import { Controller, Delete, Get, Inject, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, type Caller } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { agentFor } from '../submit/agent-for';
import { askedConnection } from '../submit/asked-connection';
import { parsed } from '../submit/parsed-body';
import { pinId } from './pin-boards';
import { MOST_PINS, pinBodySchema, pinPatchSchema, type Pin } from './pin-schemas';

type IdRequest = FastifyRequest<{ Params: { id: string } }>;

/** The board of the caller's key: questions that are asked again each time. */
@Controller('v1/pins')
export class PinsController {
  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {}

  @Get()
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reply.header('cache-control', 'private, no-store').send({ pins: await this.services.pins.list(callerOf(request)) });
  }

  /** 201 for a new pin, 200 for the pin that the question has already. */
  @Post()
  async add(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const asked = parsed(pinBodySchema, request.body);
    askedConnection(this.services.catalog, caller, asked.connection);
    agentFor(this.services.catalog, asked, caller.tenant);
    const id = pinId(asked);
    const before = await this.services.pins.list(caller);
    const known = before.find((pin) => pin.id === id);
    if (known !== undefined) return void reply.status(200).send(known);
    if (before.length >= MOST_PINS) throw new ProblemError('board_full');
    await this.services.audit.pinned(caller, asked, 'added');
    const change = await this.services.pins.add(caller, asked, new Date().toISOString());
    if (change === 'full') throw new ProblemError('board_full');
    reply.status(change === 'known' ? 200 : 201).send(await this.pin(caller, id));
  }

  @Patch(':id')
  async change(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const patch = parsed(pinPatchSchema, request.body);
    const pin = await this.pin(caller, request.params.id);
    if (patch.title === undefined && patch.position === undefined) return void reply.send(pin);
    await this.services.audit.pinned(caller, pin, 'changed');
    if ((await this.services.pins.update(caller, pin.id, patch)) === 'missing') throw new ProblemError('not_found');
    reply.send(await this.pin(caller, pin.id));
  }

  /** Succeeds for a pin that another page has removed. */
  @Delete(':id')
  async remove(@Req() request: IdRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const pin = (await this.services.pins.list(caller)).find(({ id }) => id === request.params.id);
    if (pin !== undefined) {
      await this.services.audit.pinned(caller, pin, 'removed');
      await this.services.pins.remove(caller, pin.id);
    }
    reply.status(204).send();
  }

  /** Throws `not_found` if the caller's board has no such pin. */
  private async pin(caller: Caller, id: string): Promise<Pin> {
    const pin = (await this.services.pins.list(caller)).find((one) => one.id === id);
    if (pin === undefined) throw new ProblemError('not_found');
    return pin;
  }
}
