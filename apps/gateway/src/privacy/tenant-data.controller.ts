import { Controller, Delete, Inject, Param, Req, Res } from '@nestjs/common';
import type { Erased } from '@querent/privacy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller';
import { GATEWAY, type GatewayServices } from '../gateway-services';
import { ProblemError } from '../problems/problem-error';
import { parsed } from '../submit/parsed-body';
import { Erasing } from './erasing';
import { erasureBodySchema } from './erasure-schemas';

/** A request waits no longer; the erasure goes on without it. */
const PATIENCE_MS = 10_000;

/** All that is kept of a tenant, and the way to erase it. */
@Controller('v1/tenants')
export class TenantDataController {
  private readonly erasing: Erasing;

  constructor(@Inject(GATEWAY) private readonly services: GatewayServices) {
    this.erasing = new Erasing(services);
  }

  @Delete(':tenant/data')
  async erase(@Req() request: FastifyRequest, @Param('tenant') tenant: string, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    // Whether there is such a tenant is nobody else's to know.
    if (caller.tenant !== tenant) throw new ProblemError('forbidden');
    const { confirm } = parsed(erasureBodySchema, request.body);
    if (confirm !== tenant) {
      throw new ProblemError('bad_request', { mistakes: [{ path: 'confirm', message: { zh: '须与要删除数据的租户名称一致', en: 'Must be the name of the tenant whose data is to be erased' } }] });
    }
    await this.services.audit.administered(caller, 'the data of the tenant is to be erased', null);
    const erasure = await this.erasing.erasures.request(tenant, caller.name);
    const erased: Erased = {};
    await withPatience(this.erasing.round(erasure, erased));
    const open = await this.erasing.erasures.open();
    reply.status(202).send({ tenant, requestedAt: erasure.requestedAt, erased: { ...erased }, complete: !open.some((one) => one.tenant === tenant) });
  }
}

/** What fails is taken up again from what was asked for. */
async function withPatience(round: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([round.catch(() => undefined), late]);
  clearTimeout(timer);
}
