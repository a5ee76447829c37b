#!/usr/bin/env python3
"""A loopback service over TLS (HTTP/1.1) with its own certificate.

usage: secure_service.py FOLDER

Writes FOLDER/certificate.pem and FOLDER/secure_port, then answers every request with a page of 15 places to the north of
it. On SIGTERM, prints the numbers of connections and requests. Needs openssl.
"""
import asyncio
import json
import os
import re
import signal
import ssl
import subprocess
import sys

PAGE = json.dumps({
    "documents": [{
        "id": str(8190000 + i), "place_name": f"가짜주유소 {i}호점", "distance": str(100 + 37 * i), "phone": "02-555-1000",
        "place_url": f"http://place.map.kakao.com/{8190000 + i}", "category_name": "교통,수송 > 자동차 > 주유소,충전소",
        "address_name": f"서울 강남구 역삼동 {800 + i}", "road_address_name": f"서울 강남구 테헤란로 {100 + i}",
        "category_group_code": "OL7", "category_group_name": "주유소,충전소", "x": "LONGITUDE",
        "y": f"{37.5 + (100 + 37 * i) / 110987:.6f}",
    } for i in range(15)],
    "meta": {"is_end": False, "pageable_count": 45, "same_name": None, "total_count": 123},
}, ensure_ascii=False).encode()
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json;charset=UTF-8\r\nContent-Length: %d\r\n\r\n"
seen = {"connections": 0, "requests": 0}


async def serve(reader, writer):
    seen["connections"] += 1
    try:
        while request := await reader.readuntil(b"\r\n\r\n"):
            seen["requests"] += 1
            page = PAGE.replace(b"LONGITUDE", re.search(rb"[?&]x=([0-9.]+)", request)[1])
            writer.write(HEAD % len(page) + page)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    folder = sys.argv[1]
    key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "certificate.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
                    "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
                   check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context, backlog=1024)
    with open(os.path.join(folder, "secure_port.part"), "w") as file:
        file.write(str(server.sockets[0].getsockname()[1]))
    os.rename(file.name, os.path.join(folder, "secure_port"))
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    print(f"{seen['connections']} connections for {seen['requests']} requests", flush=True)
    os._exit(0)


asyncio.run(main())
